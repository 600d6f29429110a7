### Meldungen der Kopfzeile und dessen, was eine Seite umgibt.

language = Sprache
