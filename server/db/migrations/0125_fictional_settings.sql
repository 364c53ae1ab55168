-- Settings that a site has from now on; a site made before has their defaults.
update sites set settings = '{"fictional_icon": false, "member_resell": false, "company_id": ""}' || settings;
