title = Routing
purpose = <b data-part="heading">Routing, Schritt für Schritt</b>: wie Teile zu { $thing ->
        [digit] ihrer Ziffer
        [shape] ihrer Form
        [garment] ihrem Kleidungsstück
        [solid] ihrem Körper
       *[class] ihrer Klasse
    } finden.
terms-help =
    .aria-label = Was bedeuten diese Wörter?
iteration-choice =
    .aria-label = Iteration
step-back =
    .title = eine Iteration zurück (←)
    .aria-label = eine Iteration zurück
step-forward =
    .title = eine Iteration weiter, oder nach der letzten die erste (→)
step-next = weiter
speed = Tempo
iterations-less =
    .aria-label = eine Iteration weniger
iterations-choice =
    .aria-label = Anzahl der Iterationen
iterations-more =
    .aria-label = eine Iteration mehr
scale = Farbe
scale-relative =
    c im Verhältnis { $over ->
        [outputs] zum gleichen Anteil
       *[other] zum Mittel
    }
scale-absolute = c absolut
copy-link = Link kopieren
save-numbers = alle Zahlen
    .title = Stimmen, Logits, Kopplungen, Kapseln, … als .npz-Datei für numpy
    .data-lack = Alle Zahlen als Datei, andere Arten von Routing für dasselbe Netz und den Baum der Matrixkapseln gibt es nur in der App.
what-if =
    .aria-label = ein anderes Routing
link-text =
    .aria-label = Link zu dieser Ansicht
picture-help =
    .aria-label = Was ist hier zu sehen?
rounds-picture =
    .aria-label = Kopplungen jeder Iteration
couplings-picture =
    .aria-label = Kopplungen nach Typ und Ort
    .aria-description = Pfeiltasten gehen über die Orte eines Typs, Bild auf und Bild ab wechseln den Typ.
digit-picture =
    .aria-label = das Bild und was die gewählte Kapsel speist
    .aria-description = Pfeiltasten gehen über die Pixel und heben die Kapseln hervor, in deren rezeptivem Feld sie liegen. Escape beendet das.
overlay = darüber
overlay-couplings = mittlere Kopplung c
overlay-none = nichts
glass-heading = <span class="cv-sym" data-sym="u">u</span><sub data-part="i"></sub> unter der Lupe
glass-help = Eine der Kapseln, die stimmen. Die Balken sind ihre Pose; die Tabelle zeigt für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } j die Länge ihrer Stimme <span class="cv-sym" data-sym="uhat">û</span><span data-shows="b">, das Logit <span class="cv-sym" data-sym="b">b</span></span>, die Kopplung <span class="cv-sym" data-sym="c">c</span>, mit einem Balken je Iteration<span data-shows="a">, und die Übereinstimmung <span class="cv-sym" data-sym="a">a</span></span>.
paths-picture =
    .aria-label = Logit und Kopplung über die Iterationen
formula-heading = die Formel, mit ihren Zahlen
vectors-picture =
    .aria-label = Stimme, gekoppelte Stimme, gesamte Eingabe und Kapsel
cloud-heading = Stimmen für <b data-part="digit" data-answer></b> als Wolke
cloud-picture =
    .aria-label = Stimmen in der Ebene ihrer Hauptkomponenten
tree-heading = von <b data-part="digit" data-answer></b> hinab zu den Pixeln
tree-help = Dieses Netz routet zwischen je zwei seiner Schichten. Jedes Bild hat ein Quadrat für jeden Ort einer Schicht und darin eine Zelle für jeden Typ von Kapsel. Die Farbe sagt, wie viel von dem, woran die darüber gewählte Kapsel angepasst wird, von dieser hier stammt: ihre Aktivierung mal die Verantwortlichkeit oder Kopplung der gewählten Kapsel für sie. Wählen Sie eine Zelle, um ihr hinab zu folgen; umrahmte Orte sind das rezeptive Feld der gewählten Kapsel. Darunter steht die Pose der Kapsel: die Zahlen eines Vektors; oder eine 4 × 4-Matrix mit der Streuung der Stimmen unter jeder Zahl, und was diese Matrix mit einem Quadrat und seinen Achsen macht, vorher gestrichelt, nachher gefüllt. Nichts verpflichtet das Netz, seine Matrizen so zu verwenden.
capsules-heading = { $thing ->
        [digit] Ziffernkapseln
        [shape] Kapseln der Formen
        [garment] Kapseln der Kleidungsstücke
        [solid] Kapseln der Körper
       *[class] Kapseln der Klassen
    }
digits =
    .aria-label = was verfolgt wird
flow-heading =
    von <span data-part="flow-from">Typen</span> zu { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    }
flow-help = „Was sich summiert“ addiert gewichtete Stimmen als Vektoren und misst sie längs <span data-part="total">s</span>; die Bänder { $thing ->
        [digit] einer Ziffer
        [shape] einer Form
        [garment] eines Kleidungsstücks
        [solid] eines Körpers
       *[class] einer Klasse
    } ergeben also <span data-part="total-mark"></span>; Teile, die in die Gegenrichtung zeigen, fehlen in den Bändern, nicht in <span data-part="total-mark"></span>. „Alle Stimmen“ addiert ihre Längen. Vor der Gewichtung sind Stimmen für { $thing ->
        [digit] eine Ziffer, die nicht da ist,
        [shape] eine Form, die nicht da ist,
        [garment] ein Kleidungsstück, das nicht da ist,
        [solid] einen Körper, der nicht da ist,
       *[class] eine Klasse, die nicht da ist,
    } etwa ebenso lang.
flow-from = von
flow-types = Typen
flow-places = Orten
flow-width = Breite
flow-feed = was sich summiert
flow-votes = alle Stimmen
flow-picture =
    .aria-label = Fluss von Typen zu Klassen
types-heading =
    Typen × { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücke
        [solid] Körper
       *[class] Klassen
    }
types-help = Eine Zeile für jeden Typ von Kapsel, eine Spalte für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }; die Farbe ist der Mittelwert über die Orte des Typs. Klicken Sie auf eine Zelle, um beiden zu folgen.
types-picture =
    .aria-label = mittlere Kopplung jedes Typs an jede Klasse
summaries-heading = spielt Routing hier eine Rolle?
summaries-picture =
    .aria-label = Zusammenfassung je Iteration
vectors-heading = Stimme, gesamte Eingabe und Kapsel
paths-heading = Logits und Kopplungen einer Kapsel
answers-heading = die Antwort bei jeder Zahl von Iterationen
answers-picture =
    .aria-label = Längen nach jeder Zahl von Iterationen

## Wörter, die sich mit dem Routing eines Netzes ändern

measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    }
scale-weighted =
    { $weight ->
        [weight] Gewicht
       *[other] { $weight }
    } × Länge der Stimme
feed-choice = was zu { $total } beiträgt
couplings-heading =
    { $map ->
        [votes] Stimmen für
        [responsibilities] Verantwortlichkeiten für
       *[couplings] Kopplungen an
    } { $name }, nach { $places ->
        [one] Typ
       *[many] Typ und Ort
    }
couplings-help =
    { $places ->
        [one] { $types } { $voter ->
            [primary] Primärkapseln
           *[other] Kapseln von { $voter }
        }
       *[many] { $types } Typen von { $voter ->
            [primary] Primärkapseln
           *[other] Kapseln von { $voter }
        }, jeder an { $rows } × { $grid } Orten
    }. { $colour ->
        [vote] Die Farbe sagt, was ihre Stimme beiträgt, oder wie lang die Stimme ist, die sie gibt.
        [weight] Die Farbe ist ihre Kopplung; im Mittel ist sie { $even }.
       *[share] Die Farbe ist der Anteil, den jede gibt; ohne jede Bevorzugung ist er 1/{ $count }.
    } Klicken Sie auf eine, um sie unter die Lupe zu nehmen.
image-heading = was { $name } speist
image-heading-whole = das Bild
image-help = Eine { $voter ->
        [primary] Primärkapsel
       *[other] Kapsel von { $voter }
    } sieht { $field } × { $field } Pixel. Was jeder Ort zu { $total } beiträgt, ist gleichmäßig auf die Pixel verteilt, die sie sieht: Rot trägt bei, Blau zieht ab. Zeigen Sie auf das Bild, um die Kapseln hervorzuheben, die ein Pixel sehen.
image-help-frame = Eine { $voter ->
        [primary] Primärkapsel
       *[other] Kapsel von { $voter }
    } sieht das ganze Bild, aber die { $core } × { $core } Pixel ihres Rahmens bewegen sie am meisten. Was jeder Ort zu { $total } beiträgt, ist gleichmäßig auf diese verteilt: Rot trägt bei, Blau zieht ab. Zeigen Sie auf das Bild, um die Kapseln hervorzuheben, die dort ein Pixel haben.
image-help-whole = Jede der { $types } Kapseln sieht das ganze Bild: Was { $thing ->
        [digit] eine Ziffer
        [shape] eine Form
        [garment] ein Kleidungsstück
        [solid] einen Körper
       *[class] eine Klasse
    } speist, hat darin keinen Ort.
no-place = Jede Kapsel sieht das ganze Bild: Was eine Klasse speist, hat darin keinen Ort.
capsules-help =
    { $places ->
        [one] Jede Kachel ist eine der { $types } Kapseln, in den Farben des großen Bildes unten
       *[many] Jedes Bild ist eine Karte dessen, welche Teile des Bildes { $thing ->
           [digit] diese Ziffer
           [shape] diese Form
           [garment] dieses Kleidungsstück
           [solid] diesen Körper
          *[class] diese Klasse
       } speisen
    }; der Balken ist die { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $mark } der Kapsel. Wählen Sie { $thing ->
        [digit] eine Ziffer
        [shape] eine Form
        [garment] ein Kleidungsstück
        [solid] einen Körper
       *[class] eine Klasse
    }; die Wahl gilt in allen Bildern darunter.
cloud-help =
    Jeder Punkt ist eine Stimme { $vote }, projiziert auf die beiden Richtungen, in denen diese Stimmen am stärksten streuen. Größe und Farbe sind ihre Kopplung. { $cloud }{ $rings ->
        [none] { "" }
       *[some] ; kleine Ringe sind frühere Iterationen
    }.
cloud-squashed = s ist die gekoppelte Summe aller Stimmen, v ist s nach Squash, mit einer Länge unter 1
cloud-attention = s ist die mit c + B gewichtete Summe aller Stimmen, v ist s nach Squash, mit einer Länge unter 1
cloud-self-routing = s ist die gewichtete Summe aller Stimmen, v ist s geteilt durch die Summe der Gewichte: ein Mittelwert ohne Squash
cloud-own-weighed = s ist die gewichtete Summe aller Stimmen, v ist, was das Netz aus s macht
cloud-own = s ist die gekoppelte Summe aller Stimmen, v ist, was das Netz aus s macht
cloud-em = μ ist ihr gewichteter Mittelwert, die Pose selbst: Squash gibt es nicht, und die Aktivierung ist eine eigene Zahl. Die Ellipse ist die Gaußverteilung { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    }, ein σ breit, blasser die der Iteration davor
summaries-help = Der Anteil der Kapseln, deren größte Kopplung an den Sieger geht; und die mittlere Entropie der Kopplungen einer Kapsel: am größten, log₂ der Zahl der Klassen, wenn alle gleich sind (3,322 Bit bei zehn), 0, wenn sie sich entschieden hat.
summaries-help-weights = Der Anteil der Kapseln, deren größte Kopplung an den Sieger geht.
summaries-help-second =
    Die { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } der Kapsel { $thing ->
        [digit] der gewählten Ziffer
        [shape] der gewählten Form
        [garment] des gewählten Kleidungsstücks
        [solid] des gewählten Körpers
       *[class] der gewählten Klasse
    }, die anderen in Grau; { $second }. { $rest }
second-agreement = Übereinstimmung a mit { $name }
second-agreement-help = der Mittelwert von a über alle Kapseln, mit c gewichtet
second-width = Breite der Stimmen für { $name }
second-width-help = die Breite √Σσ² ihrer Stimmen um deren Mittelwert
second-energy = Energie der Cluster
second-energy-help = die Energie ist die Summe der quadrierten Abstände der Stimmen von den Mittelwerten ihrer Cluster: sie steigt nie
second-free-energy = freie Energie der Cluster
second-free-energy-help = die freie Energie ist die Summe der quadrierten Abstände der Stimmen von den Mittelwerten ihrer Cluster, weniger die Entropie der Kopplungen durch β: sie steigt nie

## Begriffe

term-capsule = Kapsel
term-capsule-meaning = eine Gruppe von Neuronen, die gemeinsam eine Sache beschreiben, durch mehrere Zahlen
term-pose = Pose
term-pose-meaning = diese Zahlen: wie die Sache da ist, wo, wie groß, wie schräg
term-type = Typ
term-type-meaning =
    { $places ->
        [one] jede der { $types } Kapseln hat einen eigenen Typ: sie sucht nach etwas anderem
       *[many] Kapseln, die nach derselben Sache suchen, eine an jedem von { $rows } × { $grid } Orten; es gibt { $types } Typen
    }
term-vote = Stimme û
term-vote-meaning = die Pose { $thing ->
        [digit] einer Ziffer
        [shape] einer Form
        [garment] eines Kleidungsstücks
        [solid] eines Körpers
       *[class] einer Klasse
    }, für die die eigene Pose einer Kapsel spricht, durch eine gelernte Matrix
term-coupling = Kopplung c
term-coupling-meaning =
    { $sum ->
        [inputs] das Gewicht, das die Stimme einer Kapsel hat, für
        [none] das Gewicht, das die Stimme einer Kapsel hat, für
       *[other] der Anteil, den eine Kapsel gibt, an
    } { $thing ->
        [digit] eine Ziffer
        [shape] eine Form
        [garment] ein Kleidungsstück
        [solid] einen Körper
       *[class] eine Klasse
    }; { $sum ->
        [inputs] über alle Kapseln ergeben diese Gewichte zusammen 1
        [none] diese Gewichte müssen nicht zusammen 1 ergeben
        [leak] mit dem, was in das Leck geht, ergeben ihre Anteile zusammen 1
       *[outputs] ihre Anteile ergeben zusammen 1
    }{ $shares ->
        [responsibilities] . Dieses Routing nennt sie Verantwortlichkeiten
       *[couplings] { "" }
    }
term-logit = Logit b
term-logit-meaning = woraus die Softmax die Kopplungen macht: { $logit }
term-agreement = Übereinstimmung a
logit-added = die bisherige Summe der Übereinstimmungen einer Kapsel mit { $thing ->
        [digit] einer Ziffer
        [shape] einer Form
        [garment] einem Kleidungsstück
        [solid] einem Körper
       *[class] einer Klasse
    }
logit-attention = wie gut eine Stimme zur Summe aller Stimmen für { $thing ->
        [digit] die Ziffer
        [shape] die Form
        [garment] das Kleidungsstück
        [solid] den Körper
       *[class] die Klasse
    } passt
logit-query-key = wie gut der Key der Stimme einer Kapsel zur Query { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    } passt
logit-self-routing = was eine gelernte Matrix aus der eigenen Pose der Kapsel macht
logit-em = wie aktiv { $thing ->
        [digit] die Ziffer
        [shape] die Form
        [garment] das Kleidungsstück
        [solid] der Körper
       *[class] die Klasse
    } ist und wie wahrscheinlich die zugehörige Gaußverteilung die Stimme macht: beides als Logarithmen, addiert
logit-k-means = minus der quadrierte Abstand der Stimme einer Kapsel vom Mittelwert des Clusters { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    }
logit-soft-k-means = minus β mal der quadrierte Abstand der Stimme einer Kapsel vom Mittelwert des Clusters { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    }
logit-damped = was der Übereinstimmung gedämpft folgt; es kommt zur Ruhe, wo beide gleich sind
logit-inverted = wie gut die Stimme einer Kapsel zur Pose { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    } in der Iteration davor passt
logit-own = was das Netz als sein Logit ausgibt
agreement-dot = wie gut eine Stimme zur Kapsel { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    } passt: ihr Skalarprodukt, groß, wo beide lang sind und in dieselbe Richtung zeigen

## Jedes Routing: seine Überschrift, und was geschieht

heading-dynamic = Routing durch Übereinstimmung, Schritt für Schritt
heading-top-k = Routing durch Übereinstimmung an die stärksten wenigen, Schritt für Schritt
heading-leaky = Routing durch Übereinstimmung mit einem Leck, Schritt für Schritt
heading-damped = Routing in stetiger Zeit mit Dämpfung, Schritt für Schritt
heading-inverted = Inverted Dot-Product Attention, Schritt für Schritt
heading-authors = Routing durch Übereinstimmung mit einem Bias, Schritt für Schritt
heading-attention = Self-Attention-Routing in einem Durchgang
heading-query-key = Query-Key-Attention in einem Durchgang
heading-self-routing = Self-Routing: Jede Kapsel entscheidet, wohin sie geht
heading-em = EM über eine dichte Schicht, Schritt für Schritt
heading-matrix = EM zwischen Matrixkapseln, Schritt für Schritt
heading-k-means = Routing als Clustering: k-Means, Schritt für Schritt
heading-soft-k-means = Routing als Clustering: weiches k-Means, Schritt für Schritt
heading-uniform = Kein Routing: Jede Stimme zählt gleich
heading-own = Ein eigenes Routing, Schritt für Schritt
heading-own-once = Ein eigenes Routing in einem Durchgang
# $u, $uhat, $c, $v, $s, $b und $a sind die Symbole der Formeln.
lead =
    Jede von { $count } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } { $u } gibt eine Stimme { $uhat } für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } ab. { $lead }
lead-matrix =
    Jede von { $count } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } { $u } gibt eine Stimme { $uhat } für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } ab: ihre 4 × 4-Pose mal eine Matrix ihres Typs, wobei ihr Ort zu zweien der Zahlen addiert wird. { $lead }
lead-dynamic =
    Iteration für Iteration gibt sie mehr von sich, einen Anteil { $c }, den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v }, mit denen ihre Stimme übereinstimmt.
lead-top-k =
    Iteration für Iteration gibt sie sich ganz, in Anteilen { $c }, den wenigen { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v }, mit denen ihre Stimme am besten übereinstimmt, und den anderen nichts.
lead-leaky =
    Iteration für Iteration gibt sie mehr von sich, einen Anteil { $c }, den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v }, mit denen ihre Stimme übereinstimmt; was mit nichts übereinstimmt, geht an einen weiteren Platz, das Leck.
lead-damped = Ihre Logits { $b } folgen den Übereinstimmungen in kleinen Zeitschritten und fallen sonst zurück, sodass sie zur Ruhe kommen, wo { $b } gleich { $a } ist; ihre Anteile { $c } sind deren Softmax.
lead-inverted =
    In jeder Iteration konkurrieren { $thing ->
        [digit] die Ziffern
        [shape] die Formen
        [garment] die Kleidungsstücke
        [solid] die Körper
       *[class] die Klassen
    } um sie: Sie gibt denen einen größeren Anteil { $c }, mit deren Pose, der Layer-Norm der Summe { $s }, ihre Stimme übereinstimmt.
lead-attention =
    In einem Durchgang gibt sie den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v } einen größeren Anteil { $c }, bei denen ihre Stimme mit der Summe aller Stimmen übereinstimmt.
lead-query-key =
    In einem Durchgang gibt sie den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v } einen größeren Anteil { $c }, deren Query, gebildet aus der Summe ihrer Stimmen, zum Key ihrer eigenen Stimme passt.
lead-self-routing = Welchen Anteil { $c } von sich sie an { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } { $v } gibt, entscheidet sie allein aus ihrer eigenen Pose: Keine Stimme einer anderen Kapsel redet mit.
lead-em =
    { $thing ->
        [digit] Jede Ziffer
        [shape] Jede Form
        [garment] Jedes Kleidungsstück
        [solid] Jeder Körper
       *[class] Jede Klasse
    } passt den zugehörigen Stimmen eine Gaußverteilung an; Iteration für Iteration gibt eine Kapsel den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } mehr Verantwortlichkeit { $c }, deren Gaußverteilung ihre Stimme erklärt.
lead-k-means = { $thing ->
        [digit] Jede Ziffer
        [shape] Jede Form
        [garment] Jedes Kleidungsstück
        [solid] Jeder Körper
       *[class] Jede Klasse
    } ist ein Cluster von Stimmen. Iteration für Iteration geht eine Kapsel zu dem einen Cluster, dessen Mittelwert ihrer Stimme am nächsten liegt, und die Mittelwerte folgen; { $v } ist die Summe der Stimmen eines Clusters nach Squash.
lead-soft-k-means =
    { $thing ->
        [digit] Jede Ziffer
        [shape] Jede Form
        [garment] Jedes Kleidungsstück
        [solid] Jeder Körper
       *[class] Jede Klasse
    } ist ein Cluster von Stimmen. Iteration für Iteration gibt eine Kapsel den Clustern einen größeren Anteil { $c }, deren Mittelwerten ihre Stimme nahe liegt, und die Mittelwerte folgen; { $v } ist die Summe der Stimmen eines Clusters nach Squash.
lead-uniform = Es wird nicht geroutet: Sie gibt allen J { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } { $v } denselben Anteil { $c }, 1 / J. Das ist die Kontrolle: Spielt Routing eine Rolle?
lead-own-weights =
    Nach der eigenen Regel des Netzes hat ihre Stimme ein Gewicht { $c } für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } { $v }.
lead-own =
    Nach der eigenen Regel des Netzes gibt sie einen Anteil { $c } von sich an { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } { $v }.
one-pass-attention = Self-Attention braucht einen Durchgang: Es gibt keine Iterationen zum Durchgehen.
one-pass-query-key = Query-Key-Attention braucht einen Durchgang: Es gibt keine Iterationen zum Durchgehen.
one-pass-self-routing = Self-Routing braucht einen Durchgang: Es gibt keine Iterationen zum Durchgehen.
one-pass-uniform = Ohne Routing gibt es einen Durchgang: keine Iterationen zum Durchgehen und keine Kopplungen zu wählen.
one-pass-own = Das Routing dieses Netzes braucht einen Durchgang: Es gibt keine Iterationen zum Durchgehen.

## Die Formel: Titel ihrer Zeilen, Gesetze mit Wörtern, und die Zahlen dieses Bildes

line-logit = Logit
line-step = Logit: ein Schritt h längs der Übereinstimmung, weniger das, was es war
line-inverted = Übereinstimmung mit der letzten Pose der Ausgangskapsel
line-attention = Übereinstimmung mit allen Stimmen
line-query-key = Query { $thing ->
        [digit] der Ziffer
        [shape] der Form
        [garment] des Kleidungsstücks
        [solid] des Körpers
       *[class] der Klasse
    } mal Key der Stimme
line-self-routing = Logit, aus der Kapsel allein
line-likelihood = Log-Likelihood (E-Schritt)
line-near = wie nahe die Stimme am Mittelwert des Clusters liegt
line-softmax = Softmax über alle k
line-kept = Softmax über die k größten Logits der Kapsel, sonst 0
line-leaky = Softmax über alle k und das Leck
line-responsibility = Verantwortlichkeit: Softmax über k
line-nearest = alles für den nächsten
line-uniform = kein Routing
line-coupling = Kopplung
line-coupled-vote = gekoppelte Stimme
line-vote-weight = Gewicht der Stimme
line-weighted-vote = gewichtete Stimme
line-prior-vote = Stimme, mit einer gelernten Vorgabe B
line-input-activation = Eingangsaktivierung
line-sum = Summe über alle i
line-sum-bias = Summe über alle i, und ein gelernter Bias
line-mean = Mittelwert (M-Schritt)
line-width = Breite
line-cluster-mean = Mittelwert des Clusters
line-squash = Squash
line-exponential-squash = exponentielles Squash
line-mean-vote = Pose: die mittlere Stimme
line-activation = Aktivierung
line-output = Ausgangskapsel
line-agreement = Übereinstimmung
law-logit = { $b } = Summe der früheren { $a }
law-kept = behaltene k
law-nearest = { $c } = 1, wo { $b } am größten ist, sonst 0
law-weight-own = { $w } aus { $c } nach der eigenen Regel des Netzes
law-coupling-own = { $c } nach der eigenen Regel des Netzes
law-output-own = { $v } aus { $s } nach der eigenen Regel des Netzes
law-activation-below = { $a }, von EM in der Schicht darunter gefunden
law-mean = { $mean } = { $sum } aller gewichteten Stimmen
law-width = { $width }² = gewichteter Mittelwert von ({ $vote } − { $mean })², je Dimension
law-activation = { $activation } = { $logistic }, Kosten aus ln { $width }
with-new-image = { $value }: Jedes Bild beginnt von vorn
with-many-terms = { $first } + … + { $last } ({ $count } Terme) = { $value }
with-step = h = { $step }, b war { $before }, a { $agreement }: jetzt { $value }
with-last-pose = { $value }, aus der Iteration davor; nichts wird aufaddiert
with-no-pose = { $value }: Posen beginnen bei null
with-alone = { $value }: Keine Stimme redet mit
with-gaussian = { $value }, nach der Gaußverteilung der Iteration { $iteration }
with-near = { $value }, zum Mittelwert der Iteration davor
with-near-soft = { $value }, zum Mittelwert der Iteration davor; β = { $beta }
with-no-means = { $value }: noch keine Mittelwerte
with-scaled-softmax = { $above } / { $below } = { $value }, beide durch exp { $most }
with-kept =
    { $value }: k = { $level }, { $count ->
        [one] { $count } bleibt
       *[other] { $count } bleiben
    }
with-kept-first =
    { $value }: k = { $level }, { $count ->
        [one] { $count } bleibt
       *[other] { $count } bleiben
    }, denn alle sind gleich
with-leak = { $above } / { $below } = { $value }, l = { $level }; { $leak } geht in das Leck
with-uniform = { $value }: für jede Kapsel, { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    } und jedes Bild
with-coupling-own =
    { $value }: { $over ->
        [outputs] über die { $count } Ausgangskapseln ergeben sie zusammen 1
        [inputs] über die { $count } Kapseln mit Stimmen ergeben sie zusammen 1
       *[none] diese Gewichte müssen nicht zusammen 1 ergeben
    }
with-vote = { $weight } × Länge { $vote } = { $value }, trägt { $added } zu { $total } bei
with-input-activation = { $value }, getrennt von der Stimme gelernt
with-activation-below = { $value }, getrennt von der Stimme
with-coupled-votes = { $count } gekoppelte Stimmen, { $total } = { $value }
with-weighted-votes = { $count } gewichtete Stimmen, { $total } = { $value }
with-biased-votes = { $count } gekoppelte Stimmen und der Bias, { $total } = { $value }
with-width = alle { $count } zusammen: √Σσ² = { $value }
with-rising-lambda = logistisch({ $logit }) = { $value }; λ steigt mit jeder Iteration
with-normalisation = logistisch({ $logit }) = { $value }; BN, Batch-Normalisierung, statt λ (β − cost)
with-agreement = { $value }: für die nächste Iteration zu b addiert
with-agreement-followed = { $value }: dem folgt b in der nächsten Iteration
with-agreement-unused = { $value }: nicht verwendet, dies ist die letzte Iteration
with-agreement-own = { $value }: Was das Netz daraus macht, bestimmt seine eigene Regel

## Was in einem Bild geschieht

iteration-of = Iteration { $iteration } von { $rounds }
answer =
    { $name }, { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }
empty-canvas = Die Zeichenfläche ist leer: Geroutet wird nur der Bias des Netzes. { $story }
# Ein Satzteil der Berichte und der Zusammenfassung.
favourites =
    { $over ->
        [outputs] { $share } % der Kapseln geben { $name } ihren größten Anteil; die mittlere Kopplung aller daran ist { $coupling } ({ $even } ohne jede Bevorzugung)
       *[other] { $share } % der Kapseln haben ihre größte Kopplung an { $name }; die mittlere Kopplung aller daran ist { $coupling } (an alle Klassen: { $even })
    }
story-uneven = Iteration 1: Die Kopplungen an { $name } reichen von { $low } bis { $high }, bevor eine Stimme verglichen wird. Am längsten: { $answer }.
story-even = Iteration 1: Alle Logits sind 0, also ist jede Kopplung { $even }, und jede Stimme zählt gleich. Am längsten: { $answer }.
story-agreement = Iteration { $iteration }: Die Übereinstimmung hat die Kopplungen an { $name } bewegt; sie reichen nun von { $low } bis { $high }. { $favourites }. Am längsten: { $answer }.
story-rounds = Iteration { $iteration }: Die Kopplungen an { $name } reichen nun von { $low } bis { $high }. { $favourites }. Am längsten: { $answer }.
story-responsibilities = Iteration 1: Alle Verantwortlichkeiten sind 1/{ $count }: Die Gaußverteilung { $thing ->
        [digit] jeder Ziffer
        [shape] jeder Form
        [garment] jedes Kleidungsstücks
        [solid] jedes Körpers
       *[class] jeder Klasse
    } ist an alle Stimmen dafür angepasst. Am aktivsten: { $answer }.
story-uniform = Ein Durchgang: Jede Kopplung ist 1/{ $count }, und jede Stimme zählt gleich. Am längsten: { $answer }.
story-one-pass =
    Ein Durchgang: Die Kopplungen an { $name } reichen von { $low } bis { $high }; { $favourites }. { $measure ->
        [length] Am längsten
       *[activation] Am aktivsten
    }: { $answer }.
story-iteration =
    Iteration { $iteration }: Die { $shares ->
        [responsibilities] Verantwortlichkeiten für
       *[couplings] Kopplungen an
    } { $name } reichen von { $low } bis { $high }; { $favourites }. { $measure ->
        [length] Am längsten
       *[activation] Am aktivsten
    }: { $answer }.
counter =
    { $start ->
        [couplings] Mit gleichverteilten Kopplungen (1 Iteration) ist die Antwort { $first }
        [responsibilities] Mit gleichverteilten Verantwortlichkeiten (1 Iteration) ist die Antwort { $first }
       *[uneven] Nach 1 Iteration ist die Antwort { $first }
    }; mit r = { $rounds } ist sie { $last }. { $change ->
        [unknown] Wählen Sie mehr Iterationen zum Vergleich.
        [same] Routing hat die Antwort nicht geändert.
       *[other] Routing hat die Antwort geändert.
    }
counter-attention =
    Mit gleichverteilten Kopplungen an ihrer Stelle wäre die Antwort { $first }; mit diesen ist sie { $last }. { $change ->
        [same] Routing hat die Antwort nicht geändert.
       *[other] Routing hat die Antwort geändert.
    }
counter-self-routing = Mit gleichverteilten Kopplungen hätten alle { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücke
        [solid] Körper
       *[class] Klassen
    } dieselbe Aktivierung, { $value }: Hier sind allein die Kopplungen die Antwort.
counter-uniform = Mit gleichverteilten Kopplungen ist die Antwort { $first }: Dieses Netz wurde ohne andere trainiert.
counter-own = Nach 1 Iteration ist die Antwort { $first }; mit r = { $rounds } ist sie { $last }.
counter-own-once = Die Antwort ist { $answer }.
summary =
    { $favourites }{ $over ->
        [outputs] ; die Entropie ihrer Kopplungen ist { $entropy } von höchstens { $most } Bit.
       *[other] .
    }
step-even =
    { $rounds ->
        [one] Hier gibt jede
       *[many] Zuerst gibt jede
    } { $voter ->
        [primary] Primärkapsel
       *[other] Kapsel von { $voter }
    } { $thing ->
        [digit] jeder Ziffer
        [shape] jeder Form
        [garment] jedem Kleidungsstück
        [solid] jedem Körper
       *[class] jeder Klasse
    } denselben Anteil ihrer Stimme. Die Stimmen für { $name } ergeben eine Kapsel mit { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }.
step-coupled =
    { $rounds ->
        [one] Hier hat jede
       *[many] Zuerst hat jede
    } { $voter ->
        [primary] Primärkapsel
       *[other] Kapsel von { $voter }
    } eine Kopplung von { $coupling } an { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }. Die Stimmen für { $name } ergeben eine Kapsel mit { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }.
step-same =
    { $rounds ->
        [one] Hier hat jede
       *[many] Zuerst hat jede
    } { $voter ->
        [primary] Primärkapsel
       *[other] Kapsel von { $voter }
    } eine Kopplung von { $coupling } an { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }: { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value } für { $name }.
step-uneven =
    { $more } von { $whole } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } { $over ->
        [outputs] geben { $name } mehr als einen gleichen Anteil ihrer Stimme ({ $even })
       *[other] haben eine Kopplung an { $name } über dem Mittel ({ $even })
    }: { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }.
step-more =
    { $more } von { $whole } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } { $over ->
        [outputs] geben { $name } mehr als einen gleichen Anteil ihrer Stimme ({ $even })
       *[other] haben eine Kopplung an { $name } über dem Mittel ({ $even })
    }: Die { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $moves ->
        [no] bleibt bei { $value }
       *[yes] geht von { $before } auf { $value }
    }.
step-nearest =
    { $more } von { $whole } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } gehören zu { $name }, dem nächsten Mittelwert ihrer Stimmen: Die Länge { $moves ->
        [no] bleibt bei { $value }
       *[yes] geht von { $before } auf { $value }
    }.
step-near =
    { $more } von { $whole } { $voter ->
        [primary] Primärkapseln
       *[other] Kapseln von { $voter }
    } geben mehr von ihrer Stimme an { $name }, weil dessen Mittelwert nahe bei ihr liegt: Die Länge { $moves ->
        [no] bleibt bei { $value }
       *[yes] geht von { $before } auf { $value }
    }.
cloud-line =
    Achsen: die beiden Richtungen, in denen sich die Stimmen am stärksten unterscheiden, { $variance } % ihrer Varianz und { $kept } % der Länge von { $vector }. Streuung der gekoppelten Stimmen: { $rounds ->
        [one] { $spread }
       *[many] { $first } bei Iteration 1, { $spread } jetzt
    }.

## Unter dem Zeiger und für Screenreader

capsule-chosen =
    Kapsel { $capsule }, Typ { $type }{ $places ->
        [one] { "" }
       *[many] , Zeile { $row }, Spalte { $column }
    }: c = { $coupling }, ihre Stimme ist { $vote } lang und trägt { $added } zu { $total } bei
capsule-glass =
    Typ { $type }{ $places ->
        [one] { "" }
       *[many] { " bei" } Zeile { $row }, Spalte { $column }
    }; { $known ->
        [length] Länge { $length }
        [activation] Aktivierung { $activation }
       *[both] Länge { $length }, Aktivierung { $activation }
    }
capsule-of-class =
    { $thing ->
        [digit] Ziffer
        [shape] Form
        [garment] Kleidungsstück
        [solid] Körper
       *[class] Klasse
    } { $name }, { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $value }
capsule-of-winner =
    { $thing ->
        [digit] Ziffer
        [shape] Form
        [garment] Kleidungsstück
        [solid] Körper
       *[class] Klasse
    } { $name }, { $measure ->
        [length] Länge { $value }, am längsten
       *[activation] Aktivierung { $value }, am aktivsten
    }
pose = Pose: { $values }
coupling-bars = c in jeder Iteration: { $values }
pixel =
    Zeile { $row }, Spalte { $column }: { $sight ->
        [frame] im Rahmen von
       *[field] gesehen von
    } { $places } Orten, { $capsules } Kapseln
flow-type = Typ { $type }
flow-total = { $mark } { $sum }
flow-place = Ort { $row }, { $column }
flow-band = { $part } an { $name }: { $value }
flow-most = am meisten an { $name }: { $parts }
flow-rest = { $count } weitere
couplings-picture-now = Kopplungen von { $count } Kapseln an { $name }, von { $low } bis { $high }; gewählt: Kapsel { $capsule }, { $coupling }
cloud-picture-now = Stimmen für { $name }; { $total } hat die Länge { $length }, v { $size }
flow-picture-now =
    Fluss zu den { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    }; die Länge von { $total } für { $name } ist { $length }

## In den Bildern

flow-source =
    { $from ->
        [places] Orten
       *[types] Typen
    }
iteration-number = Iteration { $iteration }
one-pass = ein Durchgang
weighted-vote = gewichtet
of-votes = der Stimmen
cloud-vector = { $vector }  Länge { $length }
cloud-vector-shorter = { $vector }  Länge { $length }, auf 1/{ $shorter }
cloud-axis = → 1. Komponente, { $share } % der Varianz
cloud-axis-second = ↑ 2., { $share } %
cloud-circle = Länge 1
chart-measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $mark } von { $name }
chart-favour = Kapseln, die { $name } bevorzugen
chart-entropy = Entropie von c
unit-bit = { " Bit" }
chart-logit = Logit b zu { $name }
chart-coupling = Kopplung c an { $name }
figure-digit = das Bild und was die Ziffer speist
figure-couplings = Kopplungen nach Typ und Ort
figure-rounds = Kopplungen jeder Iteration
figure-types = Typen mal Ziffern
figure-paths = Logits und Kopplungen einer Kapsel
figure-vectors = Stimme, gesamte Eingabe und Kapsel
figure-cloud = Stimmen als Wolke
figure-flow = Fluss zu den Ziffern
figure-summaries = Zusammenfassung je Iteration
figure-answers = die Antwort bei jeder Zahl von Iterationen
figure-capsules = Ziffernkapseln
figure-caption = { $thing ->
        [digit] Ziffer
        [shape] Form
        [garment] Kleidungsstück
        [solid] Körper
       *[class] Klasse
    } { $name }, Iteration { $iteration } von { $rounds }
axis-type = Typ der Kapsel
axis-iteration = Iteration
axis-iterations = Iterationen
axis-dimension = Dimension

## Der Baum eines Netzes, das mehr als einmal routet

tree-class = Klasse
tree-layer = { $layer }: { $grid } × { $grid } Orte von { $types }
tree-pixels = Pixel, die sie sehen
tree-line = Iteration { $iteration } von { $rounds } in jeder Schicht: Klasse { $name } erhält { $share } des Gewichts ihrer Stimmen von der gewählten Kapsel in { $layer }
tree-line-deeper = { $line }, diese { $share } von der gewählten in { $layer }
tree-seen = das Bild; die gewählte Kapsel in { $layer } sieht { $side } × { $side } Pixel ab Zeile { $row }, Spalte { $column }
tree-list = { $layer }: am meisten
tree-child = Zeile { $row }, Spalte { $column }, Typ { $type }: { $share }
tree-cells = { $layer }, Anteile von { $count } Eingangskapseln; gewählt: Zeile { $row }, Spalte { $column }, Typ { $type }
tree-pose = die Pose, { $count } Zahlen
tree-pose-matrix =
    { $spreads ->
        [none] die Pose, 4 × 4
       *[some] die Pose, 4 × 4, mit ihren Streuungen
    }
tree-frame = ein Quadrat und seine Achsen, vor und nach der Pose
tree-length =
    { $fitted ->
        [no] Länge { $length }
       *[yes] Länge { $length }; erhält { $received }
    }
tree-activation =
    { $fitted ->
        [no] Aktivierung { $activation }
       *[yes] Aktivierung { $activation }; erhält { $received }, Kosten { $cost }
    }
drawing-stays = Der Server ist nicht erreichbar; gezeigt wird die letzte Zeichnung, die geroutet wurde.

## Spalten und Wörter der Zahlentabellen, in Dateien

column-iteration = Iteration
column-iterations = Iterationen
column-digit = Ziffer
column-pixel-row = Pixelzeile
column-pixel-column = Pixelspalte
column-ink = Tinte
column-fed = Beitrag zu s
column-fed-from =
    Beitrag von { $part ->
        [place] Ort
       *[type] Typ
    } { $number }
column-mean-coupling = mittlere Kopplung
column-mean-coupling-to = mittlere Kopplung an { $name }
column-capsule = Kapsel
column-type = Typ
column-place = Ort
column-row = Zeile
column-column = Spalte
column-vote-length = Länge der Stimme
column-coupling = Kopplung
column-coupling-in = Kopplung { $iteration }
column-added-in = Beitrag zu s { $iteration }
column-logit = Logit b
column-coupling-symbol = Kopplung c
column-agreement = Übereinstimmung a
column-vector = Vektor
column-dimension = Dimension { $number }
column-point = Punkt
column-component = Komponente { $number }
column-to = an { $name }
column-answer = Antwort
column-measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } { $name }
column-measure-of =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } von { $name }
column-winner = Sieger
column-entropy = Entropie in Bit
column-favour = Anteil, der den Sieger bevorzugt
column-mean-agreement = mittlere Übereinstimmung { $name }
column-coupled-agreement = gekoppelte Übereinstimmung { $name }
column-width = Breite { $name }
row-vote = Stimme
row-coupled-vote = gekoppelte Stimme
