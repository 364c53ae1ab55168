-- Settings that had no effect get one: sites that never changed them keep offering what they offered.
update sites
   set settings = jsonb_set(settings, '{search_fields}',
                            '["gender", "country", "countryregion", "min_age", "max_age", "near", "photo", "online", "interests", "languages", "mutual"]')
 where settings -> 'search_fields' = '["gender", "country", "countryregion", "min_age", "max_age"]';
update sites
   set settings = jsonb_set(settings, '{visible_profile_notes}', '["about"]')
 where settings -> 'visible_profile_notes' = '[]';
