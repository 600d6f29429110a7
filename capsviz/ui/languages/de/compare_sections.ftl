## Abschnitte unter der Tabelle

section-disputed = Strittige Testziffern
section-results = Alle Testziffern
section-differences = Unterschiede größer als Zufall?
section-calibration = Ist eine Länge eine Wahrscheinlichkeit?
section-labels = Wirkung der Dimensionen
section-family = Die Familie, neu trainiert nach einem Rezept
disputed-choose = Wählen Sie zwei Netze oder mehr.
disputed-none = Sie geben bei jeder Testziffer dieselbe Antwort.
disputed-count = { $count } von { $all }, die strittigsten zuerst.
disputed-press = Wählen Sie eine, um sie oben zu vergleichen.
disputed-no-pictures = MNIST ist nicht auf diesem Rechner, die Ziffern lassen sich also nicht zeigen: Nennen Sie den Ordner dafür in CAPSVIZ_DATA.
chart-accuracy = Genauigkeit an { $count } Testziffern
chart-disagreements = Wie viele von { $count } jedes Paar verschieden beantwortet
chart-calibration =
    Wie oft eine Antwort richtig ist, an { $count } zurückgehaltenen { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Bildern
    }
chart-family = Die Familie, neu trainiert nach einem Rezept: { $measure }
table-network = Netz
table-accuracy = Genauigkeit
table-interval = 95-%-Intervall
table-error = Rekonstruktionsfehler
table-parameters = Parameter
table-without-decoder = ohne den Decoder
no-decoder = kein Decoder
share-percent = { $percent } %
mcnemar-fold = McNemars Test für jedes Paar
mcnemar-none =
    { $pairs ->
        [one] Beim einzigen Paar von Netzen ist der Unterschied nicht
       *[other] Bei keinem der { $pairs } Paare von Netzen ist der Unterschied
    } größer, als der Zufall erklärt (McNemars exakter Test an denselben Ziffern, nach Holm für alle Paare korrigiert, Niveau { $level } %).
mcnemar-real =
    Bei **{ $real }** von { $pairs ->
        [one] { $pairs } Paar
       *[other] { $pairs } Paaren
    } ist der Unterschied der Genauigkeit größer, als der Zufall erklärt (McNemars exakter Test an denselben Ziffern, nach Holm für alle Paare korrigiert, Niveau { $level } %): { $named }. Bei den anderen Paaren sind { $digits } Ziffern zu wenige, um zu sagen, welches besser ist. Der Test nimmt diese Gewichte, wie sie sind: Er sagt nicht, was ein anderes Training erreichen würde.
mcnemar-above = **{ $better } über { $other }**
series = { $before }; { $next }
pair = Paar
pair-of = { $first } / { $second }
pair-first = nur das erste richtig
pair-second = nur das zweite richtig
pair-p = p
pair-corrected = p, korrigiert
pair-differ = verschieden
pair-differs = ja
pair-not-shown = nicht gezeigt
p-small = unter 0,0001
two-digits = Zwei Ziffern übereinander, { $count } Testpaare: { $networks }. Die Netze oben klassifizieren eine Ziffer von 28 × 28 Pixeln, diese Menge gilt also nicht für sie: siehe die Seite Überlappung.
two-digits-network = { $network } klassifiziert beide richtig in **{ $percent } %** (95-%-Intervall { $low } bis { $high }), mit { $parameters } Parametern
two-digits-unmeasured = Zwei Ziffern übereinander: { $reason }.
routing-changes = **{ $network }**: Seine Iterationen ändern die Antwort bei **{ $changed }** von { $digits } Testziffern, gegenüber einem Durchgang mit gleichverteilten Kopplungen und denselben Gewichten: { $gained } von falsch zu richtig, { $lost } von richtig zu falsch.
calibration-unmeasured = Für diese Gewichte nicht gemessen: Führen Sie `{ $command }` aus.
calibration-network = Netz
calibration = **{ $network }**: { $bins }. Zahlen und Anteile weichen im Mittel um { $error } voneinander ab: { $good ->
        [1] fast eine Wahrscheinlichkeit.
       *[0] Lesen Sie eine Länge nicht als Wahrscheinlichkeit.
    } Gezählt an { $count } { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Bildern
    }, die dem Training vorenthalten waren;{ $others ->
        [0] {""}
       *[other] {" "}graue Linien sind die anderen Netze,
    } Balken 95-%-Intervalle, hohle Punkte weniger als { $few } { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücke
        [solid] Körper
       *[class] Bilder
    }.
calibration-bin = um { $mean } sind { $right } von { $count } Antworten richtig ({ $percent } %; { $low } bis { $high })
labels-dimensions = Dimensionen
labels-measured = mit einem Maß
labels-confirmed = bestätigt
labels-effect = Wirkung
labels-r2 = R² an Reihen
labels-r = r an echten Bildern
labels-note =
    Mediane, in Klammern Quartile, über alle Dimensionen, deren Name ein Maß nennt. Wirkung: wie weit eine Standardabweichung einer Dimension dieses Maß bewegt, in dessen eigenen Standardabweichungen über echte { $kind ->
        [digit] Ziffern
       *[other] Bilder
    }. R²: wie gerade die Bilder des Decoders folgen. r: ob echte mit einer solchen Pose so liegen; unter { $least } ist nichts bestätigt. Ein Decoder kann malen, was der Encoder nicht sagt: Lesen Sie beides.
family-fold = Mittelwerte über Startwerte und 95-%-Intervalle
family-choice = die besten zuerst nach
family-csv = jedes Training als CSV
family-accuracy = Genauigkeit, %
family-error = Rekonstruktionsfehler
family-affine = affin, %
family-auc = durcheinander (AUC)
family-learn = Sekunden zum Lernen
family-read = ms je Bild
family-multiply-adds = Multiplikationen mit Addition
family-mean = { $mean } ({ $low } bis { $high })
family-setting = { $name }, { $symbol } = { $value }
family-nothing = { $set }: Es gibt nichts, was sich über mehrere Startwerte mit dem dynamischen Routing vergleichen ließe.
family-verdict = { $set }: { $found ->
        [below] Weniger genau als { $own }: { $below }
        [above] Genauer als { $own }: { $above }
        [belowabove] Weniger genau als { $own }: { $below }. Genauer: { $above }
       *[none] Bei keinem ist gezeigt, dass die Genauigkeit von der von { $own } abweicht
    }. Gepaarter t-Test über { $seeds } Startwerte, p nach Holm unter { $level }; über die anderen { $others } sagen so wenige Startwerte keinen Unterschied.
family-seeds = { $name } ({ $count })
family-fewer = Mit weniger Startwerten und nicht getestet: { $names }.
family-method = Kompakte Bauformen, außer bei den tiefen, trainiert mit `{ $recipe }`, mit Labels und dem Fehler des Bildes zugleich. Genauigkeit und Rekonstruktionsfehler gelten für { $validation } Validierungsbilder; „affin“ ist die Genauigkeit an { $changed } davon im vollen Bereich von affNIST, „durcheinander“, wie gut die größte Ausgabe sie von denselben mit vertauschten Vierteln, verschobenen Dritteln oder gespiegelten Vierteln unterscheidet (0,5: gar nicht), im Mittel der drei. Ihre Intervalle gelten nur über Startwerte: Andere Bilder kämen hinzu. Die Zeiten sind die eines Threads eines Prozessors ({ $hardware }), ohne Wartezeit; ihre Intervalle gelten über { $turns } Durchgänge, in denen jedes Netz einmal las und lernte.
family-runs = Die Zeiten stammen aus mehreren Läufen: Vergleichen Sie nur die eines Laufs.
routing-name =
    { $key ->
        [dynamic] Dynamisches Routing
        [dynamic-as-in-the-authors-code] Dynamisches Routing, wie im Code der Autoren
        [em-one-dense-layer] EM, eine dichte Schicht
        [em-over-matrix-capsules] EM über Matrixkapseln
        [self-routing] Self-Routing
        [self-attention] Self-Attention
        [uniform-no-routing-] Gleichverteilt (kein Routing)
        [leaky-softmax] Softmax mit Leck
        [inverted-dot-product-attention] Inverted Dot-Product Attention
        [k-means] k-Means
        [soft-k-means] Weiches k-Means
        [query-key-attention] Query-Key-Attention
        [damped-continuous] Gedämpft, stetig
        [w-the-same-at-every-place] W an jedem Ort gleich
        [w-the-same-in-each-group-of-types] W in jeder Gruppe von Typen gleich
        [w-of-low-rank] W von niedrigem Rang
       *[other] { $title }
    }
disagreements = verschieden beantwortete Bilder

## Diagramme unter der Tabelle

axis-accuracy = Genauigkeit in %
axis-interval = { $measure }, mit 95-%-Intervall
axis-winner = Zahl der Klasse, die gewinnt
axis-right = richtige Antworten, in %
reliability-diagonal = so oft, wie die Zahl es sagt
hover-interval = { $network }: { $mean } ({ $low } bis { $high })
hover-disagreement = { $first } und { $second } antworten bei { $count } Bildern verschieden
hover-alone = nur { $network } richtig: { $count }
hover-p = p { $p }, korrigiert { $corrected }
hover-reliability = { $network }, im Mittel { $mean }: { $right } von { $count } richtig, { $percent } % ({ $low } bis { $high })
