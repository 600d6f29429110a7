title = Dimensionen
purpose = <b>Dimensionen</b>: was jede Zahl einer Kapsel mit ihrem Bild macht.
lead =
    Eine <b>Kapsel</b> ist eine Gruppe von Neuronen, die gemeinsam eine Sache beschreiben; die { $thing ->
        [digit] einer Ziffer
        [shape] einer Form
        [garment] eines Kleidungsstücks
        [solid] eines Körpers
       *[class] einer Klasse
    } hat { $dimensions } Zahlen, ihre <b>Pose</b>.<span data-decoded> Daraus, und daraus, wessen sie sind, malt ein Decoder das Bild. Ändern Sie eine.</span>
start-choice =
    .aria-label = womit Sie beginnen
start-from = beginnen mit
start-drawing = Ihrer Zeichnung
start-mean = dem Mittelwert
copy-link = Link kopieren
link-text =
    .aria-label = Link zu dieser Ansicht
capsules-heading = alle Kapseln, ein Bild
picture-help =
    .aria-label = Was ist hier zu sehen?
capsules-help = Die Pose jeder Kapsel für sich decodiert, mit ihrer <span data-part="measure">Länge</span>. <span data-part="meaning"></span> <span data-part="others"></span>
capsules =
    .aria-label = Kapsel, die bearbeitet wird
decoded-heading = decodiert
pose-heading = die Pose
decoded-help = Das Bild des Decoders zu der Pose auf den Reglern, in Ihrem Browser berechnet. In der Differenz ist Rot Tinte, die die Regler dem Ausgangsbild hinzufügen, Blau Tinte, die sie wegnehmen.
decoded-picture =
    .aria-label = die decodierte Pose
drag-hint = Ziehen Sie darin: Was Sie fassen, bewegt sich entlang der Dimension, die es am besten kann
start-picture =
    .aria-label = das Bild, von dem die Regler ausgingen
start-caption = Anfang
difference-picture =
    .aria-label = decodiert minus Anfang: Rot ist hinzugefügt, Blau fehlt
difference-caption = Differenz
undecoded = Dieses Netz hat keinen Decoder: Aus einer Kapsel wird kein Bild rekonstruiert.
undo = zurück
randomise = zufällige Pose
    .title = eine zufällige Pose mit der Streuung und den Korrelationen echter Bilder
sliders-heading = { $dimensions } Zahlen der Kapsel <b data-part="digit-name" data-answer>0</b>
sliders-help =
    .aria-label = Wie funktionieren die Regler?
sliders-explained = <span data-part="slider-words"></span> Die dünne Marke zeigt, wo er begann. Doppelklick oder Rücktaste setzt einen zurück.<span data-part="label-words"> Darüber steht, was die Dimension nach den Messungen tut. Manche ändern mehrere Maße zugleich: Sie sind <b>verschränkt</b>, und die Zahlen dahinter nennen das R² von jedem. <b>R²</b> ist der Anteil der Änderungen eines Maßes, den eine Gerade über der Dimension erklärt, von 0, nichts, bis 1, alles. <b>r</b> misst, wie weit beide an echten Testbildern zusammengehen, von −1 bis 1; ✓ heißt, dass diese es bestätigen.</span>
order = Reihenfolge
order-effect = nach Wirkung
order-number = nach Nummer
factors-heading = die wahren Faktoren
factors-help =
    .aria-label = Was ist das?
factors-explained = Diese Bilder sind aus Formeln gezeichnet: Wo das Objekt liegt, wie es gedreht ist, wie groß es ist, und seine Dicke, sein Seitenverhältnis oder sein Licht sind genau bekannt. Bewegen Sie einen Faktor, so wird genau dieses Objekt gezeichnet und vom Netz klassifiziert. Bewegen Sie eine Zahl der Pose, so zeigen sie, was eine lineare Abbildung aus der Pose abliest: Sie wurde an 2.000 Bildern jeder Klasse angepasst, die kein Netz gesehen hatte. R² sagt, wie viel von einem Faktor eine solche Abbildung an Bildern findet, an die sie nicht angepasst wurde, von 0, nichts, bis 1, alles; ein Winkel ist bis auf die Symmetrie des Objekts bekannt. Wo eine Pose wenig von der Drehung enthält, malt der Decoder einen Fleck, der sich nicht dreht: Die Zahl hier tut es.
sweep-explained = Jede Zeile bewegt eine Dimension der obigen Pose und lässt die anderen, wie sie sind (Sabour et al. 2017, Abbildung 4). „Änderung“ ist das letzte Bild minus das erste: Rot ist gewonnene Tinte, Blau verlorene. Klicken Sie auf ein Bild, um seine Pose auf die Regler zu legen.
range = Bereich
range-paper = ± 0,25 um die Pose
range-data = was echte Bilder haben
sweep-picture =
    .aria-label = Raster: Dimensionen mal elf Schritte
    .aria-description = Pfeiltasten gehen über die Bilder. Die Eingabetaste legt die gewählte Pose auf die Regler.
more-heading = der Mittelwert vieler echter Bilder, und der Weg zwischen zweien
data-heading = die Daten fragen
data-explained = Wie oft die Trainingsbilder dieser Klasse jeden Wert der Dimension annehmen, und die Testbilder mit den niedrigsten und höchsten Werten. Klicken Sie auf eines, um damit zu beginnen.
dimension-choice = Dimension
lowest-values = niedrigste Werte
histogram-picture =
    .aria-label = Histogramm der Dimension über die Trainingsbilder
highest-values = höchste Werte
between-heading =
    zwischen zwei { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    }
between-explained = Innerhalb einer Klasse bewegt sich die Pose geradlinig von einem Ende zum anderen. Zwischen Klassen schrumpft eine Kapsel auf nichts, während eine andere wächst, und der Decoder bekommt beide: Darauf wurde das Netz nie trainiert.
way = Weg
way-class = innerhalb der Klasse
way-morph = von Klasse zu Klasse
from-picture =
    .aria-label = ein Ende
from-label = ein Ende
between-picture =
    .aria-label = Schritte zwischen den beiden Enden
scrub =
    .aria-label = Stelle zwischen den beiden Enden
middle-picture =
    .aria-label = zwischen den beiden Enden
to-picture =
    .aria-label = das andere Ende
to-label = das andere Ende

## Das Netz und seine Kapseln

capsule-measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    }
network-meaning =
    { $routing ->
        [own] { $meaning }
        [em] Eine Aktivierung von 0 bis 1 ist die Präsenz einer Klasse: hoch, wenn viele Stimmen einen engen Cluster bilden. Sie wird getrennt vom Vektor der Kapsel berechnet, dessen Länge hier keine Bedeutung hat.
        [matrix] Eine Aktivierung von 0 bis 1 ist die Präsenz einer Klasse: hoch, wenn viele Stimmen einen engen Cluster bilden, verglichen mit dem Mittel aller Trainingsbilder. Sie wird getrennt von der 4 × 4-Matrix der Kapsel berechnet, deren Größe hier keine Bedeutung hat.
        [self_routing] Eine Aktivierung ist der Anteil einer Klasse an den Aktivierungen der Eingangskapseln. Alle zusammen ergeben 1, zwei davon können also höchstens je etwa die Hälfte haben. Die Länge des Vektors der Kapsel hat hier keine Bedeutung.
        [attention] Die Länge des Vektors einer Kapsel ist die Präsenz ihrer Klasse, von 0 bis 1. Die Squash-Funktion dieses Netzes verkürzt den Vektor auf 1 − exp(−‖s‖), immer unter 1.
       *[other] Die Länge des Vektors einer Kapsel ist die Präsenz ihrer Klasse, von 0 bis 1. Squash verkürzt den Vektor auf ‖s‖² / (1 + ‖s‖²), immer unter 1.
    }
capsule-choice =
    { $name }, { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }
capsule-choice-winner =
    { $name }, { $measure ->
        [length] Länge { $value }, die längste
       *[activation] Aktivierung { $value }, die aktivste
    }
capsule-won =
    { $measure ->
        [length] die längste ist gewählt
       *[activation] die aktivste ist gewählt
    }
capsule-lost-active = { $name } hat nicht gewonnen: Der Decoder hat nie gelernt, eine solche Pose zu malen
capsule-lost = { $name } hat nicht gewonnen: Eine so kurze Pose ergibt einen Fleck
capsule-lost-stretch = { $name } hat nicht gewonnen: Eine so kurze Pose ergibt einen Fleck; bringen Sie sie auf die übliche Länge, um { $name } in dieser Handschrift zu sehen
others-active = Wählen Sie eine, die nicht gewonnen hat, um zu sehen, was aus ihrer Pose wird: Der Decoder hat nie gelernt, eine solche Pose zu malen.
others-short = Wählen Sie eine, die nicht gewonnen hat, um zu sehen, was aus einer so kurzen Pose wird.
others-stretch = Wählen Sie eine, die nicht gewonnen hat, bringen Sie sie auf die Länge, die ihresgleichen hat, und sehen Sie, wie sie in dieser Handschrift aussähe.
mean-of = Mittelwert von { $name }
stretch = auf Länge { $length } bringen
decoder-failed = Der Decoder konnte nicht geladen werden: { $reason }.
unmeasured = Die Dimensionen dieses Netzes wurden nicht gemessen: Reihen über die Werte echter Bilder, die mittlere Pose, zufällige Posen, Namen, die Reihenfolge nach Wirkung und die Daten dahinter sind ausgeschaltet. Der Grund: { $missing }

## Eine Pose unter denen echter Bilder

# Mehrere Bilder einer Klasse, im Nominativ oder Genitiv der Mehrzahl.
kin =
    { $named ->
        [letter] Bilder von { $name }
       *[name] Bilder von { $name }
    }
share-rounded =
    { $round ->
        [least] weniger als 1 %
        [most] mehr als 99 %
       *[other] { $percent } %
    }
distance-beyond = Abstand { $distance } vom Mittelwert von { $name }: weiter außen als alle der { $count } { $kin } im Training. Kein Trainingsbild ist wie dieses.
distance-unusual = Abstand { $distance } vom Mittelwert von { $name }: ungewöhnlich, { $share } der { $kin } im Training liegen weiter außen.
distance-usual = Abstand { $distance } vom Mittelwert von { $name }: üblich, { $share } der { $kin } im Training liegen weiter außen.
pose-length = Länge der Pose { $length }
pose-length-among =
    Länge der Pose { $length }{ $beyond ->
        [short] , zu kurz
        [long] , zu lang
       *[no] { "" }
    }: 98 % der echten { $kin } haben { $low } bis { $high }.
sliders-range-data = Ein Regler umfasst die Werte echter Bilder: Mittelwert ± 3 Standardabweichungen über die Trainingsmenge.
sliders-range-unmeasured = Die Werte echter Bilder wurden für dieses Netz nicht gemessen: Ein Regler umfasst 0,5 nach jeder Seite seines Anfangs.
place =
    { $value } ist { $place ->
        [lowest] niedriger als alle
        [highest] höher als alle
       *[between] höher als { $share }
    } der { $kin } im Training
place-start =
    { $start ->
        [mean] Der Mittelwert
       *[drawing] Ihre Zeichnung
    }: { $place }.
place-now =
    Jetzt: { $now }. { $start ->
        [mean] Der Mittelwert
       *[drawing] Ihre Zeichnung
    } (dünne Linie): { $place }.
pictures-training =
    { $part ->
        [all] alle { $all } Trainingsbilder
        [some] { $some } von { $all } Trainingsbildern
       *[unknown] { $some } Trainingsbilder
    }
range-explained = „Was echte Bilder haben“ reicht von drei Standardabweichungen unter dem Mittelwert bis drei darüber; gemessen an: { $pictures }.
evidence =
    In der Tabelle sagt eine Farbe, wie weit sich ein Maß bewegt, wenn die Dimension um eine Standardabweichung steigt (Rot: hinauf, Blau: hinunter; volle Farbe: eine Standardabweichung echter Bilder); die Zahl ist das R² einer Geraden über Reihen aus vielen echten Posen; r ist die partielle Korrelation an echten Testbildern. ✓: Diese bestätigen es{ $bound ->
        [none] { "" }
       *[some] { " mit" } r von mindestens { $least }
    }. Gemessen an { $training } und { $test } Testbildern.
now-value = jetzt { $value }
pictures-missing = Die Testbilder sind nicht auf diesem Rechner.
test-named = { $test } { $index }

## Was eine Dimension tut

slope =
    { $size } { $unit ->
        [range] des Bereichs
       *[other] { $unit }
    } je Standardabweichung
real-pictures =
    Echte Testbilder { $real ->
        [agree] bestätigen es
       *[other] bestätigen es nicht
    }{ $known ->
        [no] { "" }
       *[yes] { " " }(r = { $r })
    }.
effect-still = Dimension { $dimension } von { $name }: ändert das Bild kaum.
effect-unknown = Dimension { $dimension } von { $name }: Wirkung { $label }.
effect-local = Dimension { $dimension } von { $name }: ändert ein Detail, das keines der neun Maße beschreibt.
effect-clear = Dimension { $dimension } von { $name } ist { $label }: { $slope }. { $real }
effect-loose = Dimension { $dimension } von { $name } geht mit { $label }, aber nicht in gerader Linie. { $real }
effect-entangled = Dimension { $dimension } von { $name } ist verschränkt: Sie ändert { $first } und { $second } zugleich ({ $shares }). { $real }
measure-plain =
    { $key ->
        [x] x
        [y] y
        [area] Fläche
        [length] Länge
        [thickness] Dicke
        [slant] Schräge
        [width] Breite
        [height] Höhe
        [rotation] Drehung
        [brightness] Helligkeit
        [contrast] Kontrast
        [colourfulness] Farbigkeit
        [red-to-green] Rot zu Grün
        [blue-to-yellow] Blau zu Gelb
       *[other] { $name }
    }
# Über einer schmalen Spalte.
measure-short =
    { $key ->
        [area] Fläche
        [length] Länge
        [thickness] Dicke
        [slant] schräg
        [width] Breite
        [height] Höhe
        [brightness] hell
        [contrast] Kontr.
        [colourfulness] Farbe
        [red-to-green] r–g
        [blue-to-yellow] b–g
        [rotation] Dreh.
       *[other] { $name }
    }
spot-measure =
    Dimension { $dimension } und { $measure }: { $slope }, R² { $r2 }{ $known ->
        [no] { "" }
       *[yes] ; an echten Testbildern partielle Korrelation r { $r }
    }
spot-cell = Dimension { $dimension } bei { $value }: Klicken übernimmt diese Pose
spot-change = Dimension { $dimension }: das letzte Bild minus das erste
dimension-number = Dimension { $dimension }
drag-dimension = Dimension { $dimension }: { $name }
sweep-each = jede Dimension, Schritt für Schritt
sweep-most = Dimension { $dimension } ändert Kapsel { $name } am stärksten
sweep-pose = Pose
sweep-mean = Mittelwert
sweep-low = Mittel − 3 SA
sweep-high = Mittel + 3 SA
sweep-low-short = −3 SA
sweep-high-short = +3 SA
sweep-change = Änderung
sweep-change-short = Diff.

## Zwischen zwei Posen

end-sliders = die Regler
end-drawing = { $name } Ihrer Zeichnung
way-straight = Die Pose von { $name } in gerader Linie; was dazwischen liegt, muss nicht wie eine echte aussehen.
way-mixed = Kapsel { $from } schrumpft, während Kapsel { $to } wächst.
scrub-place = { $percent } %

## Dateien

file-sweep = die Reihen
file-histogram = das Histogramm
file-between = die Schritte dazwischen
file-picture = das decodierte Bild
file-film-sweep = die Reihe der gewählten Dimension
file-film-between = der Weg dazwischen
file-caption = Kapsel { $name }, Dimension { $dimension }
axis-value = Wert der Dimension { $dimension }
axis-pictures = Trainingsbilder
axis-place = Anteil des zweiten Endes, 0 bis 1
column-dimension = Dimension
column-value = Wert
column-start = Anfang
column-from = von
column-to = bis
column-pictures = Trainingsbilder
column-place = Anteil des zweiten Endes
column-pixel = Pixel { $number }
column-label = Name
column-step = Wert von Schritt { $number }
column-slope = { $measure } Steigung
column-r2 = { $measure } R2
column-partial = { $measure } partielle Korrelation
