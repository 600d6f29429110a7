## Abschnitte: das Gesetz der Pose

section-laws = Gibt es ein Gesetz der Pose?
section-affine = Robust gegen affine Veränderungen?
section-attacks = Widerstandsfähig gegen Angriffe?
change-rotation = Drehung
change-shift_x = Verschiebung quer
change-shift_y = Verschiebung nach unten
change-scale = Größe
change-shear = Scherung
change-thickness = Dicke
change-range-rotation = Drehung, ±20°
change-range-shift_x = Verschiebung quer, ±3 px
change-range-shift_y = Verschiebung nach unten, ±3 px
change-range-scale = Größe, 0,8 bis 1,2
change-range-shear = Scherung, ±0,2
change-range-thickness = Dicke, ±1 px
law-choice = Gesetz
law-shared = ein Gesetz je Klasse
law-own = ein Gesetz, das von der Pose abhängt
law-matrix = eine Matrix je Klasse
law-common = eine Matrix für alle
law-read = die Veränderung, aus der Pose abgelesen
law-few = Unbekannt: Ein Gesetz braucht { $least } Testbilder jeder Klasse, und von der seltensten gibt es weniger als { $each }.
law-unmeasured = Für diese Gewichte nicht gemessen: Führen Sie { $command } aus, das dauert einige Minuten.
law-title = R² des Gesetzes der Pose: { $law }
law-explained = **{ $network }**: { $law ->
        [shared] der Anteil der Änderung der Pose, den ein Vektor mal die Veränderung erklärt, derselbe Vektor für alle { $things ->
            [digits] Ziffern
           *[pictures] Bilder
        } einer Klasse
        [own] der Anteil der Änderung der Pose, der erklärt wird, wenn dieser Vektor linear von der Pose jedes Bildes abhängen darf
        [matrix] der Anteil der Änderung der Pose, der erklärt wird, wenn die Pose, als 4 × 4-Matrix, für jeden Betrag t von links mit einer Matrix exp(tA) multipliziert wird, mit einem A für alle { $things ->
            [digits] Ziffern
           *[pictures] Bilder
        } einer Klasse
        [common] der Anteil der Änderung der Pose, der erklärt wird, wenn die Pose, als 4 × 4-Matrix, für jeden Betrag t von links mit einer Matrix exp(tA) multipliziert wird, mit einem A für alle Klassen, wie es ein anderer Standort des Betrachters täte
       *[read] wie gut eine lineare Abbildung den Betrag der Veränderung allein aus der Pose abliest
    }, bewertet an { $half } { $things ->
        [digits] Testziffern
       *[pictures] Testbildern
    } jeder Klasse nach Anpassung an { $half } andere. Median über die { $things ->
        [digits] Ziffern
       *[pictures] Klassen
    }: { $best } im besten Fall ({ $bestKind }) und { $worst } im schlechtesten ({ $worstKind }). Dieser Anteil heißt R²: 1 ist ein vollkommenes Gesetz, 0 keines.
law-read-digits = Menschen schreiben schräg, groß und klein: Was eine Kapsel davon nicht von der Veränderung unterscheiden kann, zählt hier gegen sie.
law-read-pictures = Bilder einer Klasse unterscheiden sich darin schon vor jeder Veränderung: Was eine Kapsel davon nicht unterscheiden kann, zählt hier gegen sie.
law-small-digits = Es gilt für kleine Veränderungen von Ziffern, wie sie geschrieben wurden, nicht weiter.
law-small-pictures = Es gilt für kleine Veränderungen von Bildern, wie sie sind, nicht weiter.
law-networks = Median über alle Veränderungen und Klassen: { $networks }. Die Stimmen von Matrixkapseln, Pose mal gelernte Matrix, stimmen aus einem anderen Blickwinkel weiter überein, wenn er jede Pose von links multipliziert; nichts in ihrem Training verlangt das.
law-network = **{ $network }** { $share }
law-arranged = Die Zahlen von { $networks } sind keine Matrix: Sie wurden der Reihe nach in ein Quadrat gelegt, was zeigt, wie viel ein solches Gesetz schon dadurch erklärt, dass es sechzehn Zahlen anzupassen hat.
series = { $before }, { $next }
series-and = { $before } und { $next }
contested-note = Umstritten. Dafür: { $pro } Dagegen: { $con }

## Abschnitte: affine Veränderungen

affine-stale = die Genauigkeiten an affin veränderten Ziffern wurden für andere Gewichte gemessen: führen Sie `{ $command }` noch einmal aus
affine-title = Genauigkeit bei affinen Veränderungen
affine-title-larger = Genauigkeit bei affinen Veränderungen, auf 40 × 40 Pixeln
affine-capsules = Kapseln
affine-cnn = CNN gleicher Größe
affine-stopped = Das CNN, angehalten, als es so gut war wie die Kapseln
affine-paper = **Der Versuch des Artikels.** Netze lernen Ziffern, die irgendwo auf 40 × 40 Pixeln liegen, nie gedreht, gestreckt oder geschert, und lesen dann affine Veränderungen von Ziffern auf diesem Feld.
affine-network = **{ $network }** { $percent } % ({ $low } bis { $high })
affine-larger-capsules = **die Kapseln** { $percent } % ({ $low } bis { $high })
affine-larger-cnn = **das CNN** { $percent } % ({ $low } bis { $high })
affine-larger = Bei { $strength } % der Bereiche von affNIST { $networks }: Mittelwerte aus je { $trainings } Trainings an { $count } Testziffern, der niedrigste und der höchste in Klammern und als Balken. Der Artikel nennt **79 %** für seine Kapseln und **66 %** für sein CNN, beide gleich gut an Ziffern, die liegen wie die gelernten (99,23 und 99,22 %). Hier klassifizieren die Kapseln { $capsules } % solcher Ziffern richtig und das CNN { $cnn } %; beide haben gleich viele Parameter und sahen gleich viele Bilder. Nach drei Durchläufen angehalten, als es { $stopped } % solcher Ziffern richtig klassifizierte, kommt ein CNN auf **{ $affine } %** (ein Training): Die Reihenfolge findet sich also auch unter gleich guten Netzen nicht. Die Schichten des CNN sind unsere, denn der Artikel nennt seine nicht.
affine = Bei { $strength } % der Bereiche von affNIST (gedreht bis 20°, gestreckt um 0,8 bis 1,2 in jede Richtung, geschert bis 0,2, verschoben bis zum Rand): { $networks }. { $count } MNIST-Testziffern, bei jeder Stärke dieselben, auf { $field } × { $field } Pixeln; 95-%-Intervalle in Klammern und als Balken.

## Abschnitte: Angriffe

attacks-unmeasured = Für diese Gewichte nicht gemessen: Führen Sie { $command } aus.
attacks-title = Wie viele einem Angriff dieser Stärke widerstehen
attacks-revealed = Anteil der erfolgreichen Angriffe, die die Rekonstruktion verrät
attacks-cost = Preis der Erkennung: Fehlalarme
attacks-in-app = Angriffe auf eine eigene Ziffer lassen sich in der App versuchen.
attacks-alarm = { $network } { $percent } %
attacks =
    An { $count } { $things ->
        [digits] MNIST-Testziffern
       *[pictures] Testbildern
    }, mit 95-%-Intervallen. **FGSM** macht einen Schritt; **PGD** { $steps }, nötigenfalls zweimal, von der Ziffer aus und von einer zufälligen Stelle nahe bei ihr, bis sie falsch gelesen wird; **gezielt**, bis sie als die zweitbeste Klasse gelesen wird; alle mit Gradienten durch jede Iteration des Routings. Der Detektor ist die Abweichung der Rekonstruktion des Siegers (die Summe der quadrierten Differenzen zum Bild), mit der Grenze, die die Seite Zeichnen verwendet; von unveränderten Bildern lehnt er ab: { $alarms }. **Verbergen** kennt den Detektor: Es gelingt, wo ein Bild falsch gelesen wird *und* seine Rekonstruktion so gut passt, wie die Grenze verlangt. Es kann stärkere Angriffe geben: Diese wurden versucht.
attacks-no-cnn = Das einfache CNN wurde auf diesem Rechner nicht gemessen.

## Diagramme der Abschnitte

axis-class =
    { $thing ->
        [digit] Ziffer
        [shape] Form
        [garment] Kleidungsstück
        [solid] Körper
       *[other] Klasse
    }
axis-accuracy = Genauigkeit in %
axis-affine = Stärke, in % der Bereiche von affNIST
axis-strength = Stärke ε: größte Änderung eines Pixels, Tinte ist 1
axis-withstood = halten dem Angriff stand, in %
axis-revealed = verraten, in % der getäuschten
axis-revealed-at = verraten, in % der bei ε = { $strength } getäuschten
axis-alarms = Fehlalarme, in % der unveränderten Ziffern
line-attack =
    { $network }, { $method ->
        [fgsm] FGSM
        [pgd] PGD
        [targeted] gezielt
       *[hiding] Verbergen
    }
line-alarms = { $line } (Fehlalarme { $percent } %)
line-useless = sagt nichts aus
hover-law = { $change } von { $name }: R² { $share }
hover-affine = { $percent } % richtig bei { $strength } %
hover-withstood = { $percent } % halten ε = { $strength } stand
hover-revealed = { $percent } % verraten bei ε = { $strength }
hover-detector = { $percent } % verraten, { $alarms } % Fehlalarme bei Abweichung { $misfit }
