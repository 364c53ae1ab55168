/**
 * Names of regions where Debian's iso-codes is wrong ("Georgien" is the country), inverted ("Madrid, Comunidad de"),
 * out of date (Norway before 2024) or missing. One line has all names of its region:
 * `CODE default name; locale=name; …`, other locales use the default. Read by build-places.ts only.
 */
export const REGION_NAMES = `
US-CA California; da=Californien; de=Kalifornien; fi=Kalifornia; fr=Californie; nl=Californië; pl=Kalifornia; sv=Kalifornien
US-DC District of Columbia; es=Distrito de Columbia; fi=Columbian piirikunta; fr=District de Columbia; it=Distretto di Columbia; pl=Dystrykt Kolumbii
US-GA Georgia; fr=Géorgie
US-HI Hawaii; es=Hawái; fi=Havaiji; fr=Hawaï; nl=Hawaï; pl=Hawaje
US-NC North Carolina; es=Carolina del Norte; fi=Pohjois-Carolina; fr=Caroline du Nord; it=Carolina del Nord; nl=Noord-Carolina; pl=Karolina Północna
US-ND North Dakota; es=Dakota del Norte; fi=Pohjois-Dakota; fr=Dakota du Nord; it=Dakota del Nord; nl=Noord-Dakota; pl=Dakota Północna
US-RI Rhode Island
US-SC South Carolina; es=Carolina del Sur; fi=Etelä-Carolina; fr=Caroline du Sud; it=Carolina del Sud; nl=Zuid-Carolina; pl=Karolina Południowa
US-SD South Dakota; es=Dakota del Sur; fi=Etelä-Dakota; fr=Dakota du Sud; it=Dakota del Sud; nl=Zuid-Dakota; pl=Dakota Południowa
US-WV West Virginia; es=Virginia Occidental; fi=Länsi-Virginia; fr=Virginie-Occidentale; it=Virginia Occidentale; pl=Wirginia Zachodnia
NL-FR Friesland; es=Frisia; fr=Frise; it=Frisia; pl=Fryzja
NL-GE Gelderland; es=Güeldres; fr=Gueldre; it=Gheldria; pl=Geldria
NL-GR Groningen; es=Groninga; fr=Groningue; it=Groninga
NL-LI Limburg; es=Limburgo; fr=Limbourg; it=Limburgo; pl=Limburgia
NL-NB Noord-Brabant; da=Nordbrabant; de=Nordbrabant; en=North Brabant; es=Brabante Septentrional; fi=Pohjois-Brabant; fr=Brabant-Septentrional; it=Brabante Settentrionale; nb=Nord-Brabant; pl=Brabancja Północna; sv=Norra Brabant
NL-NH Noord-Holland; da=Nordholland; de=Nordholland; en=North Holland; es=Holanda Septentrional; fi=Pohjois-Hollanti; fr=Hollande-Septentrionale; it=Olanda Settentrionale; nb=Nord-Holland; pl=Holandia Północna; sv=Nordholland
NL-ZE Zeeland; es=Zelanda; fr=Zélande; it=Zelanda; pl=Zelandia
NL-ZH Zuid-Holland; da=Sydholland; de=Südholland; en=South Holland; es=Holanda Meridional; fi=Etelä-Hollanti; fr=Hollande-Méridionale; it=Olanda Meridionale; nb=Sør-Holland; pl=Holandia Południowa; sv=Sydholland
BE-BRU Brussel; da=Bruxelles; de=Brüssel; en=Brussels; es=Bruselas; fi=Bryssel; fr=Bruxelles; it=Bruxelles; pl=Bruksela; sv=Bryssel
BE-VAN Antwerpen; en=Antwerp; es=Amberes; fr=Anvers; it=Anversa; pl=Antwerpia
BE-VBR Vlaams-Brabant; da=Flamsk Brabant; de=Flämisch-Brabant; en=Flemish Brabant; es=Brabante Flamenco; fi=Flaamin Brabant; fr=Brabant flamand; it=Brabante Fiammingo; nb=Flamsk Brabant; pl=Brabancja Flamandzka; sv=Flamländska Brabant
BE-VLI Limburg; es=Limburgo; fr=Limbourg; it=Limburgo; pl=Limburgia
BE-VOV Oost-Vlaanderen; da=Østflandern; de=Ostflandern; en=East Flanders; es=Flandes Oriental; fi=Itä-Flanderi; fr=Flandre-Orientale; it=Fiandre Orientali; nb=Øst-Flandern; pl=Flandria Wschodnia; sv=Östflandern
BE-VWV West-Vlaanderen; da=Vestflandern; de=Westflandern; en=West Flanders; es=Flandes Occidental; fi=Länsi-Flanderi; fr=Flandre-Occidentale; it=Fiandre Occidentali; nb=Vest-Flandern; pl=Flandria Zachodnia; sv=Västflandern
BE-WBR Brabant wallon; da=Vallonsk Brabant; de=Wallonisch-Brabant; en=Walloon Brabant; es=Brabante Valón; fi=Vallonian Brabant; it=Brabante Vallone; nb=Vallonsk Brabant; nl=Waals-Brabant; pl=Brabancja Walońska; sv=Vallonska Brabant
BE-WHT Hainaut; de=Hennegau; es=Henao; nl=Henegouwen
BE-WLG Liège; de=Lüttich; es=Lieja; it=Liegi; nl=Luik
BE-WLX Luxembourg; de=Luxemburg; es=Luxemburgo; fi=Luxemburg; it=Lussemburgo; nl=Luxemburg; pl=Luksemburg; sv=Luxemburg
FR-20R Corse; da=Korsika; de=Korsika; en=Corsica; es=Córcega; fi=Korsika; it=Corsica; nb=Korsika; nl=Corsica; pl=Korsyka; sv=Korsika
FR-ARA Auvergne-Rhône-Alpes; es=Auvernia-Ródano-Alpes; it=Alvernia-Rodano-Alpi; pl=Owernia-Rodan-Alpy
FR-BFC Bourgogne-Franche-Comté; es=Borgoña-Franco Condado; it=Borgogna-Franca Contea; nl=Bourgondië-Franche-Comté; pl=Burgundia-Franche-Comté
FR-BRE Bretagne; en=Brittany; es=Bretaña; it=Bretagna; pl=Bretania
FR-CVL Centre-Val de Loire; es=Centro-Valle del Loira; it=Centro-Valle della Loira; pl=Region Centralny-Dolina Loary
FR-GES Grand Est; es=Gran Este; it=Grande Est
FR-HDF Hauts-de-France; es=Alta Francia; it=Alta Francia
FR-IDF Île-de-France; es=Isla de Francia
FR-NAQ Nouvelle-Aquitaine; es=Nueva Aquitania; it=Nuova Aquitania; pl=Nowa Akwitania
FR-NOR Normandie; da=Normandiet; en=Normandy; es=Normandía; fi=Normandia; it=Normandia; nl=Normandië; pl=Normandia
FR-OCC Occitanie; da=Occitanien; de=Okzitanien; es=Occitania; it=Occitania; nl=Occitanië; pl=Oksytania; sv=Occitanien
FR-PAC Provence-Alpes-Côte d’Azur; es=Provenza-Alpes-Costa Azul; it=Provenza-Alpi-Costa Azzurra; pl=Prowansja-Alpy-Lazurowe Wybrzeże
FR-PDL Pays de la Loire; es=Países del Loira; it=Paesi della Loira; pl=Kraj Loary
IT-21 Piemonte; de=Piemont; en=Piedmont; es=Piamonte; fr=Piémont; nl=Piëmont; pl=Piemont
IT-23 Valle d’Aosta; da=Aostadalen; de=Aostatal; en=Aosta Valley; es=Valle de Aosta; fi=Aostanlaakso; fr=Vallée d’Aoste; nb=Aostadalen; nl=Valle d’Aosta; pl=Dolina Aosty; sv=Aostadalen
IT-25 Lombardia; da=Lombardiet; de=Lombardei; en=Lombardy; es=Lombardía; fr=Lombardie; nl=Lombardije; sv=Lombardiet
IT-32 Trentino-Alto Adige; da=Trentino-Sydtyrol; de=Trentino-Südtirol; en=Trentino-South Tyrol; es=Trentino-Alto Adigio; fr=Trentin-Haut-Adige; nl=Trentino-Zuid-Tirol; pl=Trydent-Górna Adyga; sv=Trentino-Sydtyrolen
IT-34 Veneto; de=Venetien; es=Véneto; fr=Vénétie; pl=Wenecja Euganejska
IT-36 Friuli-Venezia Giulia; de=Friaul-Julisch Venetien; es=Friul-Venecia Julia; fr=Frioul-Vénétie Julienne; pl=Friuli-Wenecja Julijska
IT-45 Emilia-Romagna; es=Emilia-Romaña; fr=Émilie-Romagne; pl=Emilia-Romania
IT-52 Toscana; de=Toskana; en=Tuscany; fr=Toscane; nl=Toscane; pl=Toskania
IT-77 Basilicata; de=Basilikata; fr=Basilicate; pl=Basilicata
IT-82 Sicilia; da=Sicilien; de=Sizilien; en=Sicily; fi=Sisilia; fr=Sicile; nl=Sicilië; pl=Sycylia; sv=Sicilien
IT-88 Sardegna; da=Sardinien; de=Sardinien; en=Sardinia; es=Cerdeña; fi=Sardinia; fr=Sardaigne; nb=Sardinia; nl=Sardinië; pl=Sardynia; sv=Sardinien
IT-75 Puglia; da=Apulien; de=Apulien; en=Apulia; es=Apulia; fi=Apulia; fr=Pouilles; nl=Apulië; pl=Apulia; sv=Apulien
IT-57 Marche; de=Marken; es=Marcas; fr=Marches; nl=Marche; sv=Marche
IT-55 Umbria; da=Umbrien; de=Umbrien; es=Umbría; fr=Ombrie; nl=Umbrië; sv=Umbrien
ES-AN Andalucía; da=Andalusien; de=Andalusien; en=Andalusia; fi=Andalusia; fr=Andalousie; it=Andalusia; nb=Andalucía; nl=Andalusië; pl=Andaluzja; sv=Andalusien
ES-AR Aragón; da=Aragonien; de=Aragonien; en=Aragon; fi=Aragonia; fr=Aragon; it=Aragona; nl=Aragón; pl=Aragonia; sv=Aragonien
ES-AS Asturias; da=Asturien; de=Asturien; fi=Asturia; fr=Asturies; it=Asturie; nl=Asturië; pl=Asturia; sv=Asturien
ES-CB Cantabria; da=Kantabrien; de=Kantabrien; fi=Kantabria; fr=Cantabrie; nl=Cantabrië; pl=Kantabria; sv=Kantabrien
ES-CL Castilla y León; de=Kastilien und León; en=Castile and León; fi=Kastilia ja León; fr=Castille-et-León; it=Castiglia e León; nl=Castilië en León; pl=Kastylia i León; sv=Kastilien och León
ES-CM Castilla-La Mancha; de=Kastilien-La Mancha; en=Castile-La Mancha; fi=Kastilia-La Mancha; fr=Castille-La Manche; it=Castiglia-La Mancia; nl=Castilië-La Mancha; pl=Kastylia-La Mancha; sv=Kastilien-La Mancha
ES-CN Canarias; da=De Kanariske Øer; de=Kanarische Inseln; en=Canary Islands; fi=Kanariansaaret; fr=Îles Canaries; it=Isole Canarie; nb=Kanariøyene; nl=Canarische Eilanden; pl=Wyspy Kanaryjskie; sv=Kanarieöarna
ES-CT Cataluña; da=Catalonien; de=Katalonien; en=Catalonia; fi=Katalonia; fr=Catalogne; it=Catalogna; nb=Catalonia; nl=Catalonië; pl=Katalonia; sv=Katalonien
ES-EX Extremadura; fr=Estrémadure; it=Estremadura; pl=Estremadura
ES-GA Galicia; da=Galicien; de=Galicien; fr=Galice; it=Galizia; nl=Galicië; pl=Galicja; sv=Galicien
ES-IB Illes Balears; da=Balearerne; de=Balearen; en=Balearic Islands; es=Islas Baleares; fi=Baleaarit; fr=Îles Baléares; it=Isole Baleari; nb=Balearene; nl=Balearen; pl=Baleary; sv=Balearerna
ES-MC Región de Murcia; da=Murcia; de=Murcia; en=Murcia; fi=Murcia; fr=Murcie; it=Murcia; nb=Murcia; nl=Murcia; pl=Murcja; sv=Murcia
ES-MD Comunidad de Madrid; da=Madrid; de=Madrid; en=Madrid; fi=Madrid; fr=Madrid; it=Madrid; nb=Madrid; nl=Madrid; pl=Madryt; sv=Madrid
ES-NC Navarra; en=Navarre; fr=Navarre; nl=Navarra; pl=Nawarra
ES-PV País Vasco; da=Baskerlandet; de=Baskenland; en=Basque Country; fi=Baskimaa; fr=Pays basque; it=Paesi Baschi; nb=Baskerland; nl=Baskenland; pl=Kraj Basków; sv=Baskien
ES-VC Comunidad Valenciana; da=Valencia; de=Valencia; en=Valencia; fi=Valencia; fr=Communauté valencienne; it=Comunità Valenciana; nb=Valencia; nl=Valencia; pl=Walencja; sv=Valencia
DE-BB Brandenburg; es=Brandeburgo; fr=Brandebourg; it=Brandeburgo; pl=Brandenburgia
DE-BE Berlin; es=Berlín; fi=Berliini; it=Berlino; nl=Berlijn
DE-BW Baden-Württemberg; es=Baden-Wurtemberg; fr=Bade-Wurtemberg; pl=Badenia-Wirtembergia
DE-BY Bayern; en=Bavaria; es=Baviera; fi=Baijeri; fr=Bavière; it=Baviera; nl=Beieren; pl=Bawaria
DE-HB Bremen; fr=Brême; it=Brema; pl=Brema
DE-HE Hessen; en=Hesse; es=Hesse; fr=Hesse; it=Assia; pl=Hesja
DE-HH Hamburg; da=Hamborg; es=Hamburgo; fi=Hampuri; fr=Hambourg; it=Amburgo
DE-MV Mecklenburg-Vorpommern; en=Mecklenburg-Western Pomerania; es=Mecklemburgo-Pomerania Occidental; fi=Mecklenburg-Etu-Pommeri; fr=Mecklembourg-Poméranie-Occidentale; it=Meclemburgo-Pomerania Anteriore; nl=Mecklenburg-Voor-Pommeren; pl=Meklemburgia-Pomorze Przednie
DE-NI Niedersachsen; da=Nedersaksen; en=Lower Saxony; es=Baja Sajonia; fi=Ala-Saksi; fr=Basse-Saxe; it=Bassa Sassonia; nl=Nedersaksen; pl=Dolna Saksonia
DE-NW Nordrhein-Westfalen; da=Nordrhein-Westfalen; en=North Rhine-Westphalia; es=Renania del Norte-Westfalia; fi=Nordrhein-Westfalen; fr=Rhénanie-du-Nord-Westphalie; it=Renania Settentrionale-Vestfalia; nl=Noordrijn-Westfalen; pl=Nadrenia Północna-Westfalia
DE-RP Rheinland-Pfalz; en=Rhineland-Palatinate; es=Renania-Palatinado; fr=Rhénanie-Palatinat; it=Renania-Palatinato; nl=Rijnland-Palts; pl=Nadrenia-Palatynat
DE-SH Schleswig-Holstein; da=Slesvig-Holsten; pl=Szlezwik-Holsztyn
DE-SL Saarland; es=Sarre; fr=Sarre; pl=Kraj Saary
DE-SN Sachsen; da=Sachsen; en=Saxony; es=Sajonia; fi=Saksi; fr=Saxe; it=Sassonia; nl=Saksen; pl=Saksonia
DE-ST Sachsen-Anhalt; en=Saxony-Anhalt; es=Sajonia-Anhalt; fi=Saksi-Anhalt; fr=Saxe-Anhalt; it=Sassonia-Anhalt; nl=Saksen-Anhalt; pl=Saksonia-Anhalt
DE-TH Thüringen; en=Thuringia; es=Turingia; fr=Thuringe; it=Turingia; pl=Turyngia
AT-2 Kärnten; en=Carinthia; es=Carintia; fr=Carinthie; it=Carinzia; nl=Karinthië; pl=Karyntia
AT-3 Niederösterreich; da=Niederösterreich; en=Lower Austria; es=Baja Austria; fi=Ala-Itävalta; fr=Basse-Autriche; it=Bassa Austria; nl=Neder-Oostenrijk; pl=Dolna Austria
AT-4 Oberösterreich; en=Upper Austria; es=Alta Austria; fi=Ylä-Itävalta; fr=Haute-Autriche; it=Alta Austria; nl=Opper-Oostenrijk; pl=Górna Austria
AT-5 Salzburg; es=Salzburgo; fr=Salzbourg; it=Salisburgo
AT-6 Steiermark; en=Styria; es=Estiria; fr=Styrie; it=Stiria; nl=Stiermarken; pl=Styria
AT-7 Tirol; da=Tyrol; en=Tyrol; fi=Tiroli; fr=Tyrol; it=Tirolo; nb=Tyrol; pl=Tyrol; sv=Tyrolen
AT-9 Wien; en=Vienna; es=Viena; fr=Vienne; it=Vienna; nl=Wenen; pl=Wiedeń
IE-D Dublin; es=Dublín; it=Dublino
GB-ENG England; es=Inglaterra; fi=Englanti; fr=Angleterre; it=Inghilterra; nl=Engeland; pl=Anglia
GB-NIR Northern Ireland; da=Nordirland; de=Nordirland; es=Irlanda del Norte; fi=Pohjois-Irlanti; fr=Irlande du Nord; it=Irlanda del Nord; nb=Nord-Irland; nl=Noord-Ierland; pl=Irlandia Północna; sv=Nordirland
GB-SCT Scotland; da=Skotland; de=Schottland; es=Escocia; fi=Skotlanti; fr=Écosse; it=Scozia; nb=Skottland; nl=Schotland; pl=Szkocja; sv=Skottland
GB-WLS Wales; es=Gales; fr=Pays de Galles; it=Galles; pl=Walia
CA-BC British Columbia; es=Columbia Británica; fi=Brittiläinen Kolumbia; fr=Colombie-Britannique; it=Columbia Britannica; nl=Brits-Columbia; pl=Kolumbia Brytyjska
CA-NB New Brunswick; es=Nuevo Brunswick; fr=Nouveau-Brunswick; it=Nuovo Brunswick; pl=Nowy Brunszwik
CA-NL Newfoundland and Labrador; da=Newfoundland og Labrador; de=Neufundland und Labrador; es=Terranova y Labrador; fi=Newfoundland ja Labrador; fr=Terre-Neuve-et-Labrador; it=Terranova e Labrador; nb=Newfoundland og Labrador; nl=Newfoundland en Labrador; pl=Nowa Fundlandia i Labrador; sv=Newfoundland och Labrador
CA-NS Nova Scotia; es=Nueva Escocia; fr=Nouvelle-Écosse; it=Nuova Scozia; pl=Nowa Szkocja
CA-NT Northwest Territories; da=Nordvestterritorierne; de=Nordwest-Territorien; es=Territorios del Noroeste; fi=Luoteisterritoriot; fr=Territoires du Nord-Ouest; it=Territori del Nord-Ovest; nb=Nordvestterritoriene; nl=Northwest Territories; pl=Terytoria Północno-Zachodnie; sv=Northwest Territories
CA-PE Prince Edward Island; es=Isla del Príncipe Eduardo; fi=Prinssi Edwardin saari; fr=Île-du-Prince-Édouard; it=Isola del Principe Edoardo; nl=Prins Edwardeiland; pl=Wyspa Księcia Edwarda
CA-QC Québec; en=Quebec; es=Quebec; fi=Quebec; it=Québec; nl=Quebec; pl=Quebec; sv=Québec
CA-YT Yukon; pl=Jukon
PL-02 Dolnośląskie; da=Nedre Schlesien; de=Niederschlesien; en=Lower Silesia; es=Baja Silesia; fi=Ala-Sleesia; fr=Basse-Silésie; it=Bassa Slesia; nb=Nedre Schlesien; nl=Neder-Silezië; sv=Nedre Schlesien
PL-04 Kujawsko-Pomorskie; de=Kujawien-Pommern; en=Kuyavia-Pomerania; es=Cuyavia y Pomerania; fi=Kujavia-Pommeri; fr=Cujavie-Poméranie; it=Cuiavia-Pomerania; nl=Koejavië-Pommeren; sv=Kujavien-Pommern
PL-06 Lubelskie; da=Lublin; de=Lublin; en=Lublin; es=Lublin; fi=Lublin; fr=Lublin; it=Lublino; nb=Lublin; nl=Lublin; sv=Lublin
PL-08 Lubuskie; da=Lubusz; de=Lebus; en=Lubusz; es=Lubusz; fi=Lubusz; fr=Lubusz; it=Lebus; nb=Lubusz; nl=Lubusz; sv=Lubusz
PL-10 Łódzkie; da=Łódź; de=Łódź; en=Łódź; es=Łódź; fi=Łódź; fr=Łódź; it=Łódź; nb=Łódź; nl=Łódź; sv=Łódź
PL-12 Małopolskie; da=Lillepolen; de=Kleinpolen; en=Lesser Poland; es=Pequeña Polonia; fi=Vähä-Puola; fr=Petite-Pologne; it=Piccola Polonia; nb=Lillepolen; nl=Klein-Polen; sv=Lillpolen
PL-14 Mazowieckie; da=Masovien; de=Masowien; en=Mazovia; es=Mazovia; fi=Masovia; fr=Mazovie; it=Masovia; nb=Masovia; nl=Mazovië; sv=Masovien
PL-16 Opolskie; da=Opole; de=Oppeln; en=Opole; es=Opole; fi=Opole; fr=Opole; it=Opole; nb=Opole; nl=Opole; sv=Opole
PL-18 Podkarpackie; de=Karpatenvorland; en=Subcarpathia; es=Subcarpacia; fi=Ala-Karpatia; fr=Basses-Carpates; it=Precarpazi; nl=Subkarpaten; sv=Nedre Karpaterna
PL-20 Podlaskie; da=Podlasien; de=Podlachien; en=Podlasie; es=Podlaquia; fi=Podlasia; fr=Podlachie; it=Podlachia; nl=Podlachië; sv=Podlasien
PL-22 Pomorskie; da=Pommern; de=Pommern; en=Pomerania; es=Pomerania; fi=Pommeri; fr=Poméranie; it=Pomerania; nb=Pommern; nl=Pommeren; sv=Pommern
PL-24 Śląskie; da=Schlesien; de=Schlesien; en=Silesia; es=Silesia; fi=Sleesia; fr=Silésie; it=Slesia; nb=Schlesien; nl=Silezië; sv=Schlesien
PL-26 Świętokrzyskie; de=Heiligkreuz; es=Santa Cruz; fr=Sainte-Croix; it=Santacroce
PL-28 Warmińsko-Mazurskie; da=Ermland-Masurien; de=Ermland-Masuren; en=Warmia-Masuria; es=Varmia y Masuria; fi=Warmia-Masuria; fr=Varmie-Mazurie; it=Varmia-Masuria; nb=Ermland-Masurien; nl=Ermland-Mazurië; sv=Ermland-Masurien
PL-30 Wielkopolskie; da=Storpolen; de=Großpolen; en=Greater Poland; es=Gran Polonia; fi=Iso-Puola; fr=Grande-Pologne; it=Grande Polonia; nb=Storpolen; nl=Groot-Polen; sv=Storpolen
PL-32 Zachodniopomorskie; da=Vestpommern; de=Westpommern; en=West Pomerania; es=Pomerania Occidental; fi=Länsi-Pommeri; fr=Poméranie-Occidentale; it=Pomerania Occidentale; nb=Vestpommern; nl=West-Pommeren; sv=Västpommern
AU-ACT Australian Capital Territory; de=Australisches Hauptstadtterritorium; es=Territorio de la Capital Australiana; fi=Australian pääkaupunkiterritorio; fr=Territoire de la capitale australienne; it=Territorio della Capitale Australiana; nl=Australisch Hoofdstedelijk Territorium; pl=Australijskie Terytorium Stołeczne
AU-NSW New South Wales; es=Nueva Gales del Sur; fi=Uusi Etelä-Wales; fr=Nouvelle-Galles du Sud; it=Nuovo Galles del Sud; nl=Nieuw-Zuid-Wales; pl=Nowa Południowa Walia
AU-NT Northern Territory; da=Nordterritoriet; es=Territorio del Norte; fi=Pohjoisterritorio; fr=Territoire du Nord; it=Territorio del Nord; nb=Nordterritoriet; nl=Noordelijk Territorium; pl=Terytorium Północne; sv=Northern Territory
AU-SA South Australia; da=Sydaustralien; de=Südaustralien; es=Australia Meridional; fi=Etelä-Australia; fr=Australie-Méridionale; it=Australia Meridionale; nb=Sør-Australia; nl=Zuid-Australië; pl=Australia Południowa; sv=South Australia
AU-TAS Tasmania; da=Tasmanien; de=Tasmanien; fr=Tasmanie; nl=Tasmanië; sv=Tasmanien
AU-WA Western Australia; da=Vestaustralien; de=Westaustralien; es=Australia Occidental; fi=Länsi-Australia; fr=Australie-Occidentale; it=Australia Occidentale; nb=Vest-Australia; nl=West-Australië; pl=Australia Zachodnia; sv=Western Australia
NZ-BOP Bay of Plenty
NZ-CIT Chatham Islands; da=Chathamøerne; de=Chathaminseln; es=Islas Chatham; fi=Chathamsaaret; fr=Îles Chatham; it=Isole Chatham; nb=Chathamøyene; nl=Chathameilanden; pl=Wyspy Chatham; sv=Chathamöarna
NZ-HKB Hawke’s Bay
NZ-NTL Northland
NZ-STL Southland
NZ-WTC West Coast
CH-AI Appenzell Innerrhoden; fr=Appenzell Rhodes-Intérieures; it=Appenzello Interno
CH-BE Bern; es=Berna; fr=Berne; it=Berna; pl=Berno
CH-BL Basel-Landschaft; en=Basel-Country; es=Basilea-Campiña; fr=Bâle-Campagne; it=Basilea Campagna; nl=Bazel-Landschap; pl=Bazylea-Okręg
CH-BS Basel-Stadt; en=Basel-City; es=Basilea-Ciudad; fr=Bâle-Ville; it=Basilea Città; nl=Bazel-Stad; pl=Bazylea-Miasto
CH-FR Fribourg; de=Freiburg; es=Friburgo; it=Friburgo; pl=Fryburg
CH-GE Genève; da=Genève; de=Genf; en=Geneva; es=Ginebra; fi=Geneve; it=Ginevra; pl=Genewa
CH-GR Graubünden; en=Grisons; es=Grisones; fr=Grisons; it=Grigioni; pl=Gryzonia
CH-LU Luzern; en=Lucerne; es=Lucerna; fr=Lucerne; it=Lucerna; pl=Lucerna
CH-NE Neuchâtel; de=Neuenburg
CH-SG St. Gallen; es=San Galo; fr=Saint-Gall; it=San Gallo; nl=Sankt Gallen
CH-TI Ticino; de=Tessin; es=Tesino; fr=Tessin
CH-VD Vaud; de=Waadt
CH-VS Valais; de=Wallis; it=Vallese; nl=Wallis
CH-ZH Zürich; en=Zurich; es=Zúrich; fr=Zurich; it=Zurigo; pl=Zurych
DK-81 Nordjylland; de=Nordjütland; en=North Denmark; es=Jutlandia Septentrional; fi=Pohjois-Jyllanti; fr=Jutland du Nord; it=Jutland Settentrionale; nl=Noord-Jutland; pl=Jutlandia Północna; sv=Nordjylland
DK-82 Midtjylland; de=Mitteljütland; en=Central Denmark; es=Jutlandia Central; fi=Keski-Jyllanti; fr=Jutland central; it=Jutland Centrale; nl=Midden-Jutland; pl=Jutlandia Środkowa; sv=Mittjylland
DK-83 Syddanmark; de=Süddänemark; en=Southern Denmark; es=Dinamarca Meridional; fi=Etelä-Tanska; fr=Danemark du Sud; it=Danimarca Meridionale; nl=Zuid-Denemarken; pl=Dania Południowa; sv=Syddanmark
DK-84 Hovedstaden; de=Kopenhagen; en=Capital Region; es=Región Capital; fi=Pääkaupunkiseutu; fr=Région capitale; it=Regione Capitale; nl=Hoofdstad; pl=Region Stołeczny; sv=Huvudstadsregionen
DK-85 Sjælland; de=Seeland; en=Zealand; es=Selandia; fi=Själland; fr=Seeland; it=Selandia; nl=Seeland; pl=Zelandia; sv=Själland
FI-01 Ahvenanmaa; da=Åland; de=Åland; en=Åland; es=Åland; fr=Åland; it=Åland; nb=Åland; nl=Åland; pl=Wyspy Alandzkie; sv=Åland
NO-03 Oslo
NO-11 Rogaland
NO-15 Møre og Romsdal; de=Møre und Romsdal; en=Møre and Romsdal; fi=Møre ja Romsdal; sv=Møre och Romsdal
NO-18 Nordland
NO-31 Østfold
NO-32 Akershus
NO-33 Buskerud
NO-34 Innlandet
NO-39 Vestfold
NO-40 Telemark
NO-42 Agder
NO-46 Vestland
NO-50 Trøndelag; sv=Tröndelag
NO-55 Troms
NO-56 Finnmark; fi=Finnmark
`;

/** Sweden's counties have one stem in every language; only Swedish adds "län". */
export const SWEDISH_COUNTIES =
  "AB Stockholm,AC Västerbotten,BD Norrbotten,C Uppsala,D Södermanland,E Östergötland,F Jönköping,G Kronoberg,H Kalmar,I Gotland,K Blekinge,M Skåne,N Halland,O Västra Götaland,S Värmland,T Örebro,U Västmanland,W Dalarna,X Gävleborg,Y Västernorrland,Z Jämtland";
