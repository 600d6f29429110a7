row-name =
    { $key ->
        [a-class-that-is-not-there] eine Klasse, die nicht da ist
        [a-twentieth] ein Zwanzigstel
        [after-the-first-round] nach der ersten Iteration
        [after-the-last] nach der letzten
        [activation] Aktivierung
        [all-gradients-weight-of-the-couplings-entropy] alle Gradienten, Gewicht der Entropie der Kopplungen
        [all-that-are-there] alle, die da sind
        [and] { $first } und { $second }
        [as-by-default] wie voreingestellt
        [as-usual] wie üblich
        [attention] Attention
        [authors] Code der Autoren
        [azimuth] Azimut
        [azimuth-familiar] Azimut, vertraute Ansichten
        [azimuth-novel] Azimut, neue Ansichten
        [belief-in-any-object-swapped] Glaube an irgendein Objekt, Viertel vertauscht
        [belief-in-any-object-whole] Glaube an irgendein Objekt, ganze Ziffer
        [bytes-of-votes] Bytes der Stimmen
        [capsule-s-pose] Pose der Kapsel
        [capsules] Kapseln
        [classcaps-epoch] ClassCaps, Epoche { $first }
        [classcaps-of-one-class] ClassCaps, Bilder einer Klasse
        [classcaps-of-two-classes] ClassCaps, Bilder zweier Klassen
        [cnn-directions-of-it] CNN: { $first } Richtungen der verborgenen Schicht
        [cnn-hidden-layer] CNN: verborgene Schicht
        [cnn-of-like-size] CNN ähnlicher Größe
        [cnn-s-hidden-layer] verborgene Schicht des CNN
        [cnn-stopped] CNN, abgebrochen
        [cnn-with-pooling] CNN mit Pooling
        [cnn-without-pooling] CNN ohne Pooling
        [colours] Farben
        [compact-attention] kompakt, Attention
        [compact-dynamic] kompakt, dynamisch
        [compact-uniform] kompakt, gleichverteilt
        [convcaps-epoch] ConvCaps{ $first }, Epoche { $second }
        [primarycaps-epoch] PrimaryCaps, Epoche { $first }
        [convcaps-of-one-class] ConvCaps{ $first }, Bilder einer Klasse
        [convcaps-of-two-classes] ConvCaps{ $first }, Bilder zweier Klassen
        [damped] gedämpft
        [digits] Ziffern
        [digits-mirrored] gespiegelte Ziffern
        [digits-quarters-swapped] Ziffern mit vertauschten Vierteln
        [dimensions-of-a-primary-capsule] Dimensionen einer Primärkapsel
        [as-by-default-on-a-cpu] wie voreingestellt, auf einer CPU
        [batch-normalisation-of-primary-capsules-on-a-cpu] Batch-Normalisierung der Primärkapseln, auf einer CPU
        [dot-product] Skalarprodukt
        [dropout-in-the-decoder] Dropout im Decoder
        [dropout-of-primary-capsules] Dropout der Primärkapseln
        [dynamic] dynamisch
        [dynamic-answer-of-iteration] dynamisch: Antwort der { $first }. Iteration
        [dynamic-couplings-kept] dynamisch: beibehaltene Kopplungen
        [dynamic-garments] dynamisch: Kleidung
        [dynamic-noise] dynamisch: Rauschen
        [dynamic-round] dynamisch, { $first } Iteration
        [dynamic-round-all] dynamisch, { $first } Iteration, alle Gradienten
        [dynamic-rounds] dynamisch, { $first } Iterationen
        [dynamic-rounds-all] dynamisch, { $first } Iterationen, alle Gradienten
        [elevation] Elevation
        [elevation-familiar] Elevation, vertraute Ansichten
        [elevation-novel] Elevation, neue Ansichten
        [em] EM
        [em-answer-of-iteration] EM: Antwort der { $first }. Iteration
        [em-couplings-kept] EM: beibehaltene Kopplungen
        [em-garments] EM: Kleidung
        [em-noise] EM: Rauschen
        [fashion] Kleidung
        [form] Form
        [garments] Kleidung
        [gradients-of-the-last-round] Gradienten der letzten Iteration
        [hiding] getarnt { $first }
        [inverted-attention] Inverted Attention
        [its-own-iterations] die eigenen Iterationen
        [k-means] k-Means
        [large-cnn] großes CNN
        [leaky] mit Leck
        [learnt-of-presences-alone] nur aus Präsenzen gelernt
        [letters] Buchstaben
        [light] Licht
        [margins] Ränder
        [matrix] Matrixkapseln
        [matrix-garments] Matrixkapseln: Kleidung
        [matrix-noise] Matrixkapseln: Rauschen
        [multiply-adds] Multiplikationen mit Addition
        [noise] Rauschen
        [none] keines
        [of-all-rounds] aller Iterationen
        [of-one-class] aus einer Klasse
        [of-two-classes] aus zwei Klassen
        [one-iteration] eine Iteration
        [one-iteration-s-time] × Zeit einer Iteration
        [output] Ausgabe
        [output-capsules] Ausgabekapseln
        [overlap] Überlappung
        [overlap-cnn] CNN für Überlappung
        [overlap-cnn-directions-of-it] CNN für Überlappung: { $first } Richtungen der verborgenen Schicht
        [overlap-cnn-hidden-layer] CNN für Überlappung: verborgene Schicht
        [parameters] Parameter
        [peak-rate] höchste Lernrate
        [photographs] Fotos
        [points] Punkte
        [points-of-r] Punkte R²
        [poses-and-presences] Posen und Präsenzen
        [quadrants-flipped] Viertel gespiegelt
        [quadrants-swapped] Viertel vertauscht
        [query-key] Query-Key
        [read-rightly] richtig klassifiziert
        [rotation] Drehung
        [scale] Skalierung
        [self-routing] Self-Routing
        [shapes] Formen
        [shear] Scherung
        [shift-x] Verschiebung waagerecht
        [shift-y] Verschiebung senkrecht
        [size] Größe
        [small-build] kleine Bauform
        [small-build-attention] kleine Bauform, Attention
        [small-build-cnn] kleine Bauform, CNN
        [small-build-cnn-energy] kleine Bauform, CNN: Energie
        [small-build-dynamic-iteration] kleine Bauform, dynamisch, { $first } Iteration
        [small-build-dynamic-iteration-garments] kleine Bauform, dynamisch, { $first } Iteration: Kleidung
        [small-build-dynamic-iteration-noise] kleine Bauform, dynamisch, { $first } Iteration: Rauschen
        [small-build-dynamic-iterations] kleine Bauform, dynamisch, { $first } Iterationen
        [small-build-dynamic-iterations-garments] kleine Bauform, dynamisch, { $first } Iterationen: Kleidung
        [small-build-dynamic-iterations-noise] kleine Bauform, dynamisch, { $first } Iterationen: Rauschen
        [small-build-uniform] kleine Bauform, gleichverteilt
        [small-cnn] kleines CNN
        [soft-k-means] weiches k-Means
        [solids] Körper
        [solids-capsule-s-pose] Körper: Pose der Kapsel
        [solids-cnn-s-hidden-layer] Körper: verborgene Schicht des CNN
        [solids-cnn-without-pooling-directions] Körper: CNN ohne Pooling, { $first } Richtungen der Schicht
        [solids-cnn-without-pooling-hidden-layer] Körper: CNN ohne Pooling, verborgene Schicht
        [solids-directions-of-it] Körper: { $first } Richtungen der Schicht
        [spread-of-w-at-the-start] Streuung von W am Anfang
        [sprites] Sprites
        [sprites-cnn] CNN für Sprites
        [squared-grey-levels] quadrierte Grauwerte
        [the-cnn-s-time] × Zeit des CNN
        [the-paper-s] das des Artikels
        [the-paper-s-build-attention] Bauform des Artikels, Attention
        [the-paper-s-build-cnn] Bauform des Artikels, CNN
        [the-paper-s-build-cnn-energy] Bauform des Artikels, CNN: Energie
        [the-paper-s-build-dynamic-iteration] Bauform des Artikels, dynamisch, { $first } Iteration
        [the-paper-s-build-dynamic-iteration-garments] Bauform des Artikels, dynamisch, { $first } Iteration: Kleidung
        [the-paper-s-build-dynamic-iteration-noise] Bauform des Artikels, dynamisch, { $first } Iteration: Rauschen
        [the-paper-s-build-dynamic-iterations] Bauform des Artikels, dynamisch, { $first } Iterationen
        [the-paper-s-build-dynamic-iterations-garments] Bauform des Artikels, dynamisch, { $first } Iterationen: Kleidung
        [the-paper-s-build-dynamic-iterations-noise] Bauform des Artikels, dynamisch, { $first } Iterationen: Rauschen
        [the-paper-s-build-efficient-capsnet] Bauform des Artikels, Efficient-CapsNet
        [the-paper-s-build-uniform] Bauform des Artikels, gleichverteilt
        [the-paper-s-network] das Netz des Artikels
        [the-same-poses-ignored] dasselbe ohne die Posen
        [thickness] Strichstärke
        [thirds-moved] Drittel verschoben
        [three-routed-layers] drei geroutete Schichten
        [times] { $first }-mal
        [to] { $first }° bis { $second }°
        [turned-by-to] { $first }, gedreht um { $second }° bis { $third }°
        [four-routed-layers] vier geroutete Schichten
        [one-routed-layer] eine geroutete Schicht
        [two-routed-layers] zwei geroutete Schichten
        [type] Typ { $first }
        [types-of-primary-capsules] Typen der Primärkapseln
        [uniform] gleichverteilt
        [untouched] unverändert
        [weight-of-absent-classes] Gewicht fehlender Klassen
        [widths-of-the-decoder] Breiten des Decoders
        [with-attacked-digits] mit angegriffenen Ziffern
        [without-reconstruction] ohne Rekonstruktion
       *[other] { $title }
    }
