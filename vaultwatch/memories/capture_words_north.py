"""How people say what shall last, in German, Dutch, Polish.

Pure data, chosen by hand, as `capture_words` says it for English.
"""

# ruff: noqa: E501 -- a way to say it stands on one line

from typing import Final

from vaultwatch.memories.capture_words import NAME, Phrases, found, rules_of

_VALUE: Final = rf"(?=.*(?:\d|.{NAME}|\w[/@]\w))"
"""Somewhere behind: a number, a name or a path."""

GERMAN: Final = Phrases(
    fillers=found(
        r"(?:(?:ok(?:ay)?|also|und|aber|ach|äh+m?|ähm|hm+|ja|gut|super|prima|toll|danke|genau|naja|na ja|übrigens|nebenbei|zur info|fyi|btw|noch (?:was|etwas|eins)|moin|hallo"
        r"|denn|weil|merk dir(?:,? dass)?|denk dran|nur damit du(?:'s| es)? weißt|bitte beachte|generell|grundsätzlich|im ernst|so|ah|oh|stimmt|deshalb|daher)\b[\s,.:!-]*)+"
    ),
    joints="und|aber|also|denn|deshalb|daher|sonst",
    not_now=found(
        r"\b(?:(?:nur )?(?:für|in) diese[rsmn]? (?:datei|fall|mal|zeile|funktion|mail|absatz|satz)|diesmal|dieses mal|nur (?:hier|jetzt|heute|einmal)|vorerst|erstmal|fürs erste|im moment|gerade|heute|gestern|vorübergehend|ausnahmsweise)\b"
    ),
    not_so=found(
        r"\b(?:wenn (?:wir|ich|es|man|das|er|sie|der|die)|falls|vielleicht|könnten?|könntest|würden?|würdest|wäre|(?<!\bich )hätten?|angenommen|eventuell|womöglich|vermutlich|wahrscheinlich|ich frage mich|glaube ich|mal schauen|als ob)\b"
        r"|^(?:was|wie|warum|wieso|wann|wo|wer|welche\w*|kannst|kann|soll|ist|sind|hast|gibt) |^(?:na toll|na super|wow|ja klar)\b|\b(?:er|sie|kunde|chef|mail|jemand) (?:sagt|schreibt|meint|sagte|schrieb)\b|\bschreib\w* .*\bdass\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:nein|ne|nee|falsch|korrektur|halt|moment|eigentlich)\b[\s,.:!]+(?:warte\b[\s,]+|nein\b[\s,]+)*(?:der|die|das|es|unser\w*|mein\w*|sein\w*|ihr\w*|wir|er|sie|{NAME}\w*)\b(?=.*(?:\bnicht\b|\bsondern\b|\d))(?!.*\b(?:falsch|kaputt|geht)\W*$).{{4,}}",
        ),
        (
            "correction",
            r"(?:es ist|das ist|der|die|das) (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, nicht (?=.*(?:\d|(?-i:[A-Z]))).+",
        ),
        (
            "decision",
            r"(?:wir|ich) (?:haben|habe|hatten) (?:uns |mich )?(?:jetzt |nun |gestern |doch |endlich |gemeinsam )*(?:dafür |dagegen )?(?:(?=.*\b(?:entschieden|entschlossen|beschlossen|geeinigt|verständigt|festgelegt)\b)).+",
        ),
        (
            "decision",
            r"(?:wir|ich) (?:nehmen|bleiben bei|wechseln (?:zu|auf)|steigen (?:um )?auf|setzen (?:jetzt |künftig )?auf|verzichten (?:jetzt |künftig )?auf|nehme|bleibe bei) (?!(?:das|die|den) (?:erste|zweite|dritte|letzte|andere)\w*\b|das\b(?! \w)|es\b|ihn\b).*(?:(?-i:[A-Z0-9])).*",
        ),
        (
            "decision",
            r"(?:lass uns|lasst uns|dann) (?:bei .+ bleiben|.+ nehmen|auf .+ (?:setzen|umsteigen|wechseln))\b.*",
        ),
        ("decision", r"(?:die )?entscheidung(?: ist|:| war) .+"),
        (
            "constraint",
            r"(?!(?:ich|du|er|das|es|wir müssen)\b)[^,]{2,90}?\b(?:darf|dürfen) (?:[^,]{0,60} )?(?:nicht|nie|niemals|nur|kein\w*|höchstens|maximal|nichts)\b.*",
        ),
        (
            "constraint",
            r"(?!(?:ich|du|er|das|es)\b)[^,]{2,90}?\b(?:muss|müssen|soll|sollen) (?:[^,]{0,60} )?(?:immer|stets|unter|mindestens|höchstens|maximal|innerhalb|binnen|bleiben)\b.*",
        ),
        (
            "constraint",
            r"(?:auf|in|an|unter|nach|vor|bei) [^,]{2,50}? (?:wird|werden|darf|dürfen) (?:nie|niemals|nicht|nur|immer|kein\w*|nichts)\b.+",
        ),
        (
            "constraint",
            r"(?:wir|man) (?:können|kann|dürfen|darf) (?:[^,]{0,40} )?(?:nicht|kein\w*|nur)\b .*\b(?:verwenden|nutzen|benutzen|ändern|einsetzen|überschreiten|brechen|umbenennen|speichern|weitergeben|veröffentlichen)\b.*",
        ),
        (
            "constraint",
            r"ich bin (?:stark |sehr )?allergisch .+|ich vertrage (?:kein\w*|nicht\w*) .+",
        ),
        (
            "preference",
            r"ich (?:bevorzuge|mag lieber|hätte (?:gern|lieber)|möchte lieber|will lieber|arbeite lieber|trinke lieber|esse lieber|schreibe lieber)(?! (?:das|den|die|dein\w*) (?:erste|zweite|letzte|andere)\w*)\b .+",
        ),
        (
            "preference",
            r"ich (?:mag|will|möchte|esse|trinke|nutze|benutze) (?:[^,]{0,30} )?(?:nie|niemals|kein(?:e|en)?|immer|grundsätzlich)\b .+",
        ),
        (
            "preference",
            r"ich (?:möchte|will|hätte gern),? dass du .*\b(?:immer|nie|niemals|künftig|stets|duzt|siezt)\b.*",
        ),
        (
            "preference",
            r"(?:bitte )?(?:ab jetzt|ab sofort|künftig|in zukunft|zukünftig|von nun an|ab heute)\b.{6,}",
        ),
        (
            "preference",
            r"(?!(?:ich|er|sie|es|das|wir|die|der)\b)(?=.*\bbitte\b)(?=.*\b(?:immer|nie|niemals|stets|künftig|in zukunft|grundsätzlich)\b).{8,}",
        ),
        (
            "preference",
            r"(?:verwende|nutze|benutze|schreib(?:e)?|nimm|mach(?:e)?|antworte?|formatiere?|setze?|frag(?:e)? mich|lösche?|committe?|pushe?|lass|gib|nenn(?:e)?|teste?|halte?|zeig(?:e)?) (?:[^,]{0,60} )?(?:immer|nie|niemals|stets|künftig|grundsätzlich|in zukunft)\b.*",
        ),
        (
            "preference",
            r"(?:immer|nie|niemals|stets) (?!(?:wieder|noch|mehr|so|das|der|die|ich|dasselbe|derselbe|dieselbe|mit der ruhe)\b)\w+.{3,}(?:en|st|e)\W*$",
        ),
        ("preference", r"(?:bitte )?frag(?:e)? (?:mich )?(?:immer |erst |vorher )+.*"),
        (
            "fact",
            rf"(?:mein|meine|unser|unsere) (?!(?:test|build|frage|problem|fehler|idee|code|branch|bildschirm)\b)[\w-]+(?: [\w-]+){{0,4}}? (?:ist|sind|heißt|heißen|läuft|laufen|liegt|liegen|steht|stehen|wohnt|arbeitet|kostet|beginnt|endet|hat|haben|findet|hört|bekomme|lautet)\b(?! (?:kaputt|weg|rot|grün|langsam|leer|falsch|voll|müde|krank|fertig)\b){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:der|die|das) (?!(?:test|build|fehler|datei|code|ordner|ausgabe|seite|funktion|knopf)\b)[\w-]+(?: [\w-]+){0,3}? (?:läuft|liegt|steht|heißt|wohnt|lauscht|befindet sich|kostet|gehört) (?:jetzt |nun |ab )?(?=.*(?:\d|\b(?:im|in der|auf dem|auf der|auf port|unter|bei)\b)).+",
        ),
        (
            "fact",
            r"ich (?:heiße|wohne in|arbeite (?:bei|als|in|von)|bin (?:vegetarier\w*|veganer\w*|diabetiker\w*|linkshänder\w*|lehrer\w*|arzt|ärztin|verheiratet|schwanger)|habe (?:zwei|drei|vier|einen|eine|\d) (?:kinder?|sohn|söhne|tochter|töchter|hund\w*|katze\w*))\b.*",
        ),
    ),
    asks=found(
        r"(?:soll(?:en)? (?:ich|wir)|möchtest du, dass ich|möchten sie, dass ich|willst du, dass ich|darf ich)\s+"
    ),
    lasting=found(
        r"\b(?:ab jetzt|ab sofort|künftig|in zukunft|immer|nie|niemals|standardmäßig|jedes mal|grundsätzlich|stets|von nun an)\b"
    ),
    yes=r"ja|jo|jep|klar|gern|gerne|bitte|genau|mach das|ok|okay|in ordnung|einverstanden|gute idee|passt|danke|ja bitte|unbedingt|auf jeden fall",
    works_on=r"übersetz\w*|formulier\w*|korrigier\w*|schreib\w* (?:\w+ )?um|fass\w* .{0,30}zusammen|kürz\w*|überarbeite\w*|korrekturles\w*|lektorier\w*",
)

DUTCH: Final = Phrases(
    fillers=found(
        r"(?:(?:ok(?:é|ay)?|oké|en|maar|dus|nou|goed|mooi|top|ah|oh|eh|ja|dank(?:je|jewel)?|bedankt|trouwens|overigens|ter info|onthoud dat|houd er rekening mee dat|even voor de duidelijkheid|want|in het algemeen|prima|fijn)\b[\s,.:!-]*)+"
    ),
    joints="en|maar|dus|want|anders",
    not_now=found(
        r"\b(?:(?:voor|in|alleen in) (?:dit|deze) (?:bestand|keer|geval|regel|functie|mail)|deze keer|voorlopig|voor nu|op dit moment|vandaag|gisteren|alleen (?:hier|nu|vandaag)|tijdelijk|even niet)\b"
    ),
    not_so=found(
        r"\b(?:als (?:we|wij|ik|het|je|hij|zij|de)|misschien|zou|zouden|stel dat|wellicht|ik vraag me af|waarschijnlijk|alsof)\b"
        r"|^(?:wat|hoe|waarom|wanneer|waar|wie|welke?|kun|kan|is|zijn) |\b(?:hij|zij|klant|baas|mail) (?:zegt|schrijft|zei|schreef)\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:nee|fout|correctie|wacht|eigenlijk)\b[\s,.:!]+(?:wacht\b[\s,]+|nee\b[\s,]+)*(?:het|de|onze?|mijn|zijn|haar|{NAME}\w*)\b(?=.*(?:\bniet\b|\bmaar\b|\d))(?!.*\b(?:fout|stuk)\W*$).{{4,}}",
        ),
        ("correction", r"het is (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, niet (?=.*(?:\d|(?-i:[A-Z]))).+"),
        (
            "decision",
            r"(?:we|wij|ik) (?:hebben|heb) (?:nu |eindelijk |gisteren |toch |samen )*(?=.*\b(?:besloten|gekozen|afgesproken)\b).+",
        ),
        (
            "decision",
            r"(?:we|wij) (?:gaan voor|stappen over op|blijven bij|houden het bij|kiezen voor) (?!(?:de|het) (?:eerste|tweede|laatste|andere)|dat\b|dit\b).+",
        ),
        (
            "constraint",
            r"(?!(?:ik|jij|je|dat|dit)\b)[^,]{2,90}?\b(?:mag|mogen) (?:[^,]{0,60} )?(?:niet|nooit|alleen|geen|hoogstens|maximaal)\b.*",
        ),
        (
            "constraint",
            r"(?!(?:ik|jij|je|dat|dit)\b)[^,]{2,90}?\b(?:moet|moeten) (?:[^,]{0,60} )?(?:altijd|onder|minstens|hoogstens|maximaal|binnen|blijven|minimaal)\b.*",
        ),
        (
            "constraint",
            r"(?:we|wij) (?:kunnen|mogen) (?:[^,]{0,40} )?(?:geen|niet|alleen)\b .*\b(?:gebruiken|wijzigen|veranderen|overschrijden|delen|opslaan|publiceren)\b.*",
        ),
        ("constraint", r"ik ben allergisch .+"),
        (
            "preference",
            r"ik (?:heb|had|wil|zou) (?:graag |veel )?liever(?! (?:de|het|die|dat) (?:eerste|tweede|laatste|andere))\b .+|ik geef de voorkeur aan .+",
        ),
        (
            "preference",
            r"ik (?:wil|eet|drink|gebruik) (?:[^,]{0,30} )?(?:nooit|altijd|geen)\b .+|ik hou niet van .+",
        ),
        ("preference", r"(?:vanaf nu|voortaan|in de toekomst)\b,?.{6,}"),
        (
            "preference",
            r"(?:gebruik|schrijf|antwoord|maak|zet|houd?|vraag|doe|noem|test|controleer|geef|laat|stuur|voeg|commit|push|draai|begin|sluit|vermijd|kies|toon|plaats|lever|formatteer|verwijder|wijzig|zeg|spreek|bewaar|gooi|sla|neem|werk|bouw|lees) (?:[^,]{0,50} )?(?:voortaan|altijd|nooit)\b .+",
        ),
        (
            "preference",
            r"(?:altijd|nooit) (?!(?:meer|weer|zo|al|de|het|een)\b)[^,]{2,60}(?:en|te)\W*$|vraag (?:het )?(?:me|mij) (?:altijd |eerst )+.*",
        ),
        (
            "fact",
            rf"(?:mijn|onze|ons) (?!(?:test|code|vraag|probleem|idee|fout|scherm|branch)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:is|zijn|heet|heten|draait|luistert|woont|werkt|kost|begint|eindigt|staat|ligt|heeft)\b(?! (?:kapot|leeg|traag|klaar|weg|rood)){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:de|het) (?!(?:test|code|bestand|fout|functie|pagina|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:draait|luistert|staat|ligt|heet|woont|kost|bevindt zich)(?=.*(?:\d|(?-i:[A-Z])|\b(?:in|op) (?:de|het)\b)) .+",
        ),
        (
            "fact",
            r"ik (?:heet|woon in|werk (?:bij|als|in|voor)|ben (?:vegetariër|veganist|diabeet|linkshandig|leraar|lerares|arts)|heb (?:twee|drie|een|\d) (?:kind\w*|zoon|dochter\w*|kat\w*|hond\w*))\b.*",
        ),
    ),
    asks=found(r"(?:zal ik|moet ik|wil je dat ik|wilt u dat ik)\s+"),
    lasting=found(r"\b(?:voortaan|vanaf nu|altijd|nooit|standaard|in de toekomst|elke keer)\b"),
    yes=r"ja|graag|prima|goed|oké|ok|doe maar|goed idee|zeker|natuurlijk|precies|dank je|alsjeblieft|akkoord",
    works_on=r"vertaal\w*|herschrijf\w*|corrigeer\w*|vat .{0,30}samen|verbeter (?:deze|dit)|herformuleer\w*|verkort",
)

POLISH: Final = Phrases(
    fillers=found(
        r"(?:(?:ok|okej|dobra|dobrze|i|a|ale|więc|no|ach|oh|hm+|tak|dzięki|dziękuję|super|świetnie|przy okazji|swoją drogą|dla twojej wiadomości|pamiętaj,? że|zapamiętaj,? że|miej na uwadze,? że|ogólnie|bo)\b[\s,.:!-]*)+"
    ),
    joints="ale|więc|bo|dlatego",
    not_now=found(
        r"\b(?:(?:w|dla|tylko w) (?:tym|tej|tego) (?:pliku|razem|przypadku|linii|funkcji|maila)|tym razem|na razie|teraz tylko|w tej chwili|dzisiaj|dziś|wczoraj|tylko (?:tu|tutaj|teraz|dziś)|tymczasowo)\b"
    ),
    not_so=found(
        r"\b(?:jeśli|jeżeli|gdyby\w*|może(?! (?:przekracza|mieć|być (?:większ|dłuż))\w*)|mogłby\w*|byłoby|załóżmy|przypuśćmy|zastanawiam się|chyba|prawdopodobnie|jakby)\b(?<!nie może)"
        r"|^(?:co|jak|dlaczego|czemu|kiedy|gdzie|kto|który|czy|możesz) |\b(?:on|ona|klient|szef|mail) (?:mówi|pisze|powiedział|napisał)\w*\b"
    ),
    rules=rules_of(
        (
            "correction",
            r"(?:nie|błąd|poprawka|czekaj|właściwie)\b[\s,.:!]+(?:czekaj\b[\s,]+|nie\b[\s,]+)*(?=.*(?:, (?:a )?nie\b|\d)).{8,}",
        ),
        (
            "decision",
            r"(?:zdecydowaliśmy|postanowiliśmy|ustaliliśmy|uzgodniliśmy|wybraliśmy|zdecydował[ae]m|postanowił[ae]m|zdecydowałyśmy)\b.+",
        ),
        (
            "decision",
            r"(?:przechodzimy na|zostajemy przy|rezygnujemy z|stawiamy na) (?!(?:to|tym|tego)\b).+",
        ),
        (
            "constraint",
            r"[^,]{2,90}?\b(?:nie (?:może|mogą|możemy|wolno|powinien|powinna)|(?:musi|muszą|powinien) (?:zawsze|być (?:poniżej|mniejsz|co najwyżej)|zmieścić|pozostać|mieć (?:co najmniej|najwyżej|mniej)))\b(?! (?:znaleźć|otworzyć|zobaczyć)\b) ?.+",
        ),
        (
            "constraint",
            r"[^,]{2,80}?\b(?:musi|muszą|może|mogą)\b.{0,40}\b(?:maksymalnie|najwyżej|co najmniej|poniżej|nie więcej niż)\b.*",
        ),
        ("constraint", r"mam alergię na .+|(?:nigdy )?nie wolno .+|jestem uczulon[ya] .+"),
        (
            "preference",
            r"(?:ja )?(?:wolę|wolałbym|wolałabym|preferuję)(?! (?:t[eę]n?|twoj\w+) (?:pierwsz|drug|ostatni))\b .+",
        ),
        ("preference", r"nie (?:lubię|chcę|jem|piję|używam) (?:nigdy )?(?!(?:tego|tej|tych)\b).+"),
        (
            "preference",
            r"(?:od teraz|odtąd|od dziś|na przyszłość|w przyszłości|domyślnie)\b,?.{6,}",
        ),
        (
            "preference",
            r"(?:proszę,? )?(?:zawsze|nigdy)(?: nie)? (?!(?:mi|się|więcej|był\w*|jest)\b)\w+.{4,}",
        ),
        (
            "preference",
            r"(?:\w+(?:j|aj|uj|isz|ij|yj|ań|stosuj|pytaj mnie)) (?:[^,]{0,30} )?(?:zawsze|nigdy)\b.+|(?:zapytaj|pytaj) mnie .*\b(?:zanim|przed)\b.+",
        ),
        (
            "fact",
            rf"(?:mój|moja|moje|nasz|nasza|nasze) (?!(?:test|kod|problem|pomysł|błąd|ekran)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:to|jest|są|nazywa się|ma na imię|działa|słucha|mieszka|pracuje|kosztuje|zaczyna|kończy|stoi|znajduje się|ma)\b(?! (?:zepsut|pust|woln|gotow)){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:nazywam się|mam na imię|mieszkam w|pracuję (?:w|jako|dla)|jestem (?:wegetariani\w+|wegani\w+|lekarz\w*|nauczyciel\w*|programist\w+)|mam (?:dwoje|troje|dwie|dwóch|\d) (?:dzieci|córki|synów|koty|psy))\b.*",
        ),
    ),
    asks=found(r"(?:czy (?:mam|chcesz, żebym|powinienem|powinnam)|mam)\s+"),
    lasting=found(r"\b(?:od teraz|zawsze|nigdy|domyślnie|w przyszłości|za każdym razem|odtąd)\b"),
    yes=r"tak|jasne|proszę|dobrze|ok|okej|zgoda|dobry pomysł|oczywiście|dokładnie|pewnie|dzięki",
    works_on=r"przetłumacz|przepisz|popraw (?:ten|tę|to)|streść|podsumuj|przeredaguj|skróć",
)
