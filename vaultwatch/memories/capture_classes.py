"""More ways to say what shall last, by class: English, German, Dutch and Polish.

Pure data, chosen by hand, held as the rules of `capture_words` are and after them. The classes:
`stop doing X`, `no more X`, `always in X`, what is out of the question, what there is only so much
of, since which version, who does what, what happens on which day, where a thing is, and a
correction that no `no` opens. `capture_classes_other` holds the other languages.
"""

# ruff: noqa: E501 -- a way to say it stands on one line

from typing import Final

from vaultwatch.memories.capture_words import rules_of

_PERSON: Final = (
    r"(?!(?:it|this|that|these|those|he|she|they|we|i|you|who|what|which|nothing|something|everything|nobody|someone|one|there|here|er|sie|es|das|dies|ich|wir|du|wer|was|het|dat|dit|ik|jij|wij|hij|zij|to|on|ona|ja|ty|my)\b)"
    r"(?:(?-i:[A-ZÀ-ÞŁŚŻ][a-zà-ÿąćęłńóśźż]+)(?: (?-i:[A-ZÀ-ÞŁŚŻ][\w.-]+))?"
)
_DIGIT: Final = r"(?=.*(?:\d|.(?-i:\b[A-Z]\w)))"
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_HABIT: Final = (
    rf"(?:on (?:{_WEEKDAY}s|weekends|weekdays)|at weekends|(?<!for )(?<!of )(?:every|each) (?:other |second |single |first |last )?(?:{_WEEKDAY}|day|week|month|quarter|year|spring|summer|autumn|winter|night|morning|evening|weekend)"
    rf"|(?:once|twice|\w+ times) (?:a|per|every) (?:day|week|month|year|quarter)|(?:first|second|third|fourth|last|1st|2nd|3rd) {_WEEKDAY} of (?:the|each|every))"
)
_ASKS: Final = r"(?:add|make|send|move|run|schedule|set|remind|create|book|put|write|show|check|update|post|let|let's|give|plan|start|delete|fix|print|email|list|do|call|generate|please|can|try|keep|use|pick|change|see|look|log|alert|back|backup|sync|fetch|get|plot|group|sum|count|draft|order|ask|tell|invite|find|compare|could|it|it's|this|that|there|so|and|i'm|what|how|sounds)"
_KIN: Final = r"(?:my |our )?(?:wife|husband|mum|mom|dad|mother|father|son|daughter|sister|brother|grandma|grandpa|boss|partner|flatmate)"
_TROUBLE: Final = r"(?:fail\w*|crash\w*|break\w*|broken|hang\w*|red|down|flak\w+|slow|stuck)"

ENGLISH: Final = rules_of(
    (
        "preference",
        r"(?:please )?(?:stop|quit) (?:using|adding|writing|starting|ending|opening|closing|calling|naming|apologi[sz]ing|asking|saying|putting|suggesting|inserting|wrapping|repeating|summari[sz]ing|explaining|padding|mixing|guessing|inventing|assuming|commenting|mentioning|including|capitali[sz]ing|abbreviating|rewriting|reformatting|renaming|sending|telling|praising|greeting|thanking|translating|creating|prefixing|signing|offering|committing|answering|replying|hedging|treating|making|giving)(?! (?:that|this|it|them|now)\b)(?!.*\b(?:that|this|it|them|now)\W*$)\b.+",
    ),
    (
        "preference",
        r"(?:please,? )?no more (?!(?:questions?|time|space|memory|ideas?|room|disk|money|errors?|warnings?|than|bugs?|excuses|problems?|issues?|tokens|credits|quota|of (?:this|that))\b)(?!.*\b(?:left|available|today)\b)[\w-]+.{5,}",
    ),
    (
        "preference",
        r"(?:please )?(?:always|never) (?:in|with|without|as|on|by|at|via|through|for|under|before|after|from) (?!(?:the way|trouble|a hurry|pain|my|love|time|doubt|it|me|fail|us|you|this|that|a good)\b)\w+.*",
    ),
    (
        "preference",
        r"(?!(?:it|this|that|the|you|he|she|they|as|thanks|love|not|same|there)\b).{8,}, (?:always|every time|without exceptions?|no exceptions)\W*$",
    ),
    (
        "preference",
        r"when(?:ever)? i (?:say|write|type|mention|ask for) .{2,60}?\b(?:i mean|it means|that means|means)\b.+|by .{2,40} i (?:always )?mean .+",
    ),
    (
        "constraint",
        r"(?!(?:it|this|that)\b)[\w .'/+-]{2,50} (?:is|are) (?:an? |absolutely |complete |strictly )*(?:no-?go|off[- ]limits|taboo|banned|out of the question|not an option|non-negotiable|forbidden|off the table|a deal-?breaker)\b.*",
    ),
    (
        "constraint",
        rf"(?:we|i|the (?!(?:log|file|list|branch|test|table|page|output|build|line|function|image|diff|folder|array|result)s?\b)[\w -]{{2,30}}|our [\w -]{{2,30}}|(?-i:[A-Z])[\w-]+) (?:only (?:has|have|gets?|accepts?|takes?|supports?|speaks?)|(?:has|have|got|gets) only)\b(?!.*\b(?:left|minutes?|hours?|so far|yet|until)\b){_DIGIT}.+",
    ),
    (
        "decision",
        r"(?:as of|starting (?:with|from|in)|from) (?:version|v\d|release|(?:january|february|march|april|may|june|july|august|september|october|november|december)|\d{4}|next (?:release|version|quarter|year))\b(?! to\b)(?!.*\b(?:to|until) (?:version|v?\d))(?!.*\b(?:charts?|numbers|graphs?|empty|missing|wrong|off)\b)[^?]{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|{_KIN}) (?:owns|handles|leads(?! by)|manages|heads|looks after|takes care of|signs off|approves|does (?:the |all the |our )?[\w-]+(?: [\w-]+)?\W*$|is (?:an? )?(?:vegan|vegetarian|allergic|diabetic|pregnant|on \w+ leave|the one who|in charge|responsible|based in|lactose|gluten|coeliac|celiac|afraid of|deaf|blind)|(?:can'?t|cannot|doesn'?t|does not|won'?t|never) (?:eat|drink|tolerate|climb|walk|drive|fly|work (?:on|before|after)|speak|do (?:stairs|mornings)|manage stairs)|hates|loves|prefers|dislikes|lives in|moved to|works (?:from|for|only|remotely|part|as)|speaks|only (?:eats|drinks|works|speaks|takes|reads)|goes by)\b(?! (?:this|that|it|too|so)\b).*",
    ),
    (
        "fact",
        rf"(?!{_ASKS}\b)(?!.*\b{_TROUBLE}\b)(?:we|i|they|he|she|neither|none|both|nobody|no one|everyone|everybody) (?!(?:need|want|would|could|should|might|can|tried|saw|got)\b)\w+.*\b{_HABIT}\b.*",
    ),
    (
        "fact",
        rf"(?!{_ASKS}\b)(?!.*\b{_TROUBLE}\b)[\w'.-]+(?: [\w'.-]+){{0,4}}? (?:is|are|gets?|has|have|can|\w{{2,}}(?<!s)s) .*\b{_HABIT}\b.*",
    ),
    (
        "correction",
        rf"(?!(?:it|this|that|i|you|{_ASKS[3:-1]})\b)(?!(?:the |my |our )?(?:result|total|sum|count|text|output|test|button|page|screen|value|line|first|error|status|response)\b)[\w' -]{{2,40}}? (?:is|are|was|were|runs?|starts?|lives?|costs?|ends?|takes?|has|have|goes|meets?|opens?|closes?|expires?|lasts?|weighs?|belongs?)\b(?=[^,]*(?:\d|.(?-i:\b[A-Z]\w)|{_WEEKDAY}|\b(?:first|second|third|last|noon|midnight)\b))[^,]{{1,80}}, (?:and )?not (?!(?:sure|yet|that|only|just|really|bad|too|so|even|working)\b)\w.+",
    ),
)

_TAG: Final = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
_IMMER: Final = rf"(?:{_TAG}(?:abend|morgen|nachmittag)?s|(?:jeden|jede|jedes|jeder|an jedem|am (?:ersten|zweiten|dritten|letzten)) (?:zweiten |ersten |letzten |dritten )?(?:{_TAG}|tag|woche|monat|jahr|quartal|morgen|abend|nacht|sommer|winter)|am wochenende|(?:ein|zwei|drei)mal (?:die|pro|im|am) (?:woche|monat|tag|jahr))"
GERMAN: Final = rules_of(
    (
        "preference",
        r"(?:bitte )?hör(?:e)? (?:bitte |endlich )*(?:auf|damit auf),? (?!damit\W*$).{3,}\bzu? ?\w*(?:en|ern|eln)\b.*|(?:bitte )?lass (?:bitte )?(?:das|die|den) .{3,40} (?:weg|bleiben|sein)\W*$",
    ),
    (
        "preference",
        r"(?:bitte )?kein(?:e|en|er)? (?!(?:ahnung|lust|zeit|problem|sorge|platz|speicher|fehler|fragen?|geld|sache|kraft|nerven|bock|eile|internet|strom|netz|verbindung)\b)[\w-]+(?: [\w.-]+){0,6} mehr(?!.*\b(?:frei|übrig|da)\b)(?: in| im| bei| bitte| ab|,|\W*$).*",
    ),
    (
        "preference",
        r"(?!(?:es|das|er|sie|ich|du|der|die)\b)(?:[\w-]+ ){0,5}(?:immer|stets|grundsätzlich|nie) (?:mit|in|im|als|ohne|auf|per|über|nach|vor|zuerst|erst)(?! (?:ordnung|mir|dir|zeit|der ruhe|eile)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:es|das|dies)\b)[\w .'/+-]{2,50} (?:ist|sind|bleibt|bleiben|kommt|kommen|geht|gehen) (?:bei uns |für (?:uns|mich) |absolut )*(?:tabu|ein no-?go|verboten|keine option|nicht in ?frage|gar nicht|ausgeschlossen|nicht verhandelbar)\b.*",
    ),
    (
        "constraint",
        rf"(?:wir|ich|der|die|das|unser\w*|bei uns) .{{0,40}}?\b(?:haben|habe|hat|gibt es|akzeptiert|unterstützt) (?:[\w ]{{0,20}})?(?:nur|bloß|lediglich)\b(?!.*\b(?:noch|minuten?|stunden?)\b){_DIGIT}.+",
    ),
    (
        "decision",
        r"ab (?:version|v\d|release|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\d{4}|nächste[mrn]? (?:release|version|jahr|quartal))\b.{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:meine?|unsere?) (?:frau|mann|mutter|vater|sohn|tochter|schwester|bruder|oma|opa|chefin|chef|partner\w*)) (?:verträgt|isst|trinkt|mag|hasst|liebt|bevorzugt|arbeitet (?:nur|nie|immer|von)|wohnt in|betreut|leitet|verantwortet|kümmert sich um|spricht|macht bei uns|ist (?:zuständig|verantwortlich|vegetarier\w*|veganer\w*|allergisch|schwanger|in elternzeit))\b(?! (?:das|es)\b).+",
    ),
    (
        "fact",
        rf"(?!(?:mach|erinner|schick|plan|setz|lass|bitte|es|leg|stell|buch)\w*\b)(?!.*\b(?:kaputt|abgestürzt|rot)\b)(?=.*\b(?:ist|sind|wird|werden|hat|haben|habe|bin|arbeite\w*|kommt|kommen|macht|machen|geht|gehe|gehen|läuft|trifft|treffen|\w{{3,}}t)\b)(?:.*\b{_IMMER}\b.*|(?:am|an) {_TAG}(?:en)? .*\b(?:nie|immer|nicht|keine?r?)\b.*)",
    ),
    (
        "fact",
        r"(?:der|die|das|unser\w*) (?!(?:test|build|fehler|datei|code|ausgabe|seite|funktion|knopf)\b)[\w-]+(?: [\w-]+){0,3}? (?:ist|hört|sitzt|findet sich) (?:immer |jetzt )?(?:auf|unter|im|bei|in) (?=.*(?:port|raum|zimmer|stock|etage|gleis|regal|version|gebäude|schrank|fach\b)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:es|das|ich|du|nimm|mach|das ergebnis|die summe|der text)\b)[\w' -]{2,40}? (?:ist|sind|war|findet|läuft|beginnt|endet|kostet|gilt|gelten|heißt|liegt|dauert|hat)\b(?=[^,]*(?:\d|\b(?:erste|zweite|dritte|letzte)\w*\b|tag\b))[^,]{1,80}, (?:und )?nicht (?!(?:sicher|so|nur|mehr|wahr|schlecht)\b)\w.+",
    ),
)

_DAG: Final = r"(?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)"
DUTCH: Final = rules_of(
    (
        "preference",
        r"(?:alsjeblieft )?(?:stop met|hou(?:d)? op met) (?:[\w-]+ ){0,6}(?:gebruiken|schrijven|toevoegen|zetten|beginnen|noemen|vragen|zeggen|herhalen|samenvatten|uitleggen|voorstellen|sturen|vertalen|verzinnen|raden|bedanken|maken|geven|eindigen)\b.*|(?:graag )?geen (?!(?:idee|tijd|zin|probleem|plek|ruimte|geld|vragen|fouten)\b)[\w-]+(?: [\w.-]+){0,5} meer(?: in| bij| alsjeblieft| graag|,|\W*$).*",
    ),
    (
        "preference",
        r"(?!(?:het|dat|dit|hij|zij|ik|je|de)\b)(?:[\w-]+ ){0,4}(?:altijd|nooit) (?:met|in|als|zonder|op|via|per|vóór|voor|na|eerst)(?! (?:orde|mij|tijd|de weg)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:het|dat|dit)\b)[\w .'/+-]{2,50} (?:is|zijn) (?:voor ons |bij ons |absoluut )*(?:uit den boze|taboe|geen optie|een no-?go|verboden|uitgesloten|onbespreekbaar)\b.*",
    ),
    (
        "constraint",
        rf"(?:we|wij|ik|de|het|onze?) .{{0,40}}?\b(?:hebben|heb|heeft|accepteert|ondersteunt) (?:\w+ )?(?:maar|slechts|alleen)\b(?!.*\b(?:nog|minuten|minuut|uur)\b){_DIGIT}.+",
    ),
    (
        "decision",
        r"vanaf (?:versie|v\d|release|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|\d{4}|volgend\w* (?:release|versie|jaar|kwartaal))\b.{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:mijn|onze) (?:vrouw|man|moeder|vader|zoon|dochter|zus|broer|oma|opa|baas|partner)) (?:eet|drinkt|lust|verdraagt|houdt (?:niet )?van|haat|beheert|leidt|doet|spreekt|woont in|werkt (?:alleen|nooit|altijd|vanuit)|is (?:allergisch|vegetariër|veganist|verantwoordelijk|zwanger)|gaat over|kan niet tegen|mag geen)\b(?! (?:dat|dit|het)\b).+",
    ),
    (
        "fact",
        rf"(?!(?:maak|stuur|herinner|plan|zet|boek|doe|het|dat)\b)(?!.*\b(?:kapot|mislukt|crasht)\b)(?:(?:op|elke|iedere|ieder) (?:\w+ )?(?:{_DAG}|week|maand|weekend|jaar|dag)(?:en)? .*\b(?:werk|ben|is|zijn|heb|heeft|hebben|gaat|gaan|komt|komen|doe|doen|wordt|worden|nooit|altijd)\b.*|(?=.*\b(?:is|zijn|heb|heeft|hebben|werkt?|komt|komen|gaat|wordt|worden|\w{{3,}}t)\b).*\b(?:elke|iedere|op) (?:{_DAG}(?:en)?|week|maand|jaar)\b.*)",
    ),
    (
        "fact",
        r"(?:de|het|onze?) (?!(?:test|code|bestand|fout|functie|pagina|build)\b)[\w'-]+(?: [\w'-]+){0,3}? (?:is|zit|hangt) (?:altijd |nu )?(?:op|in|onder|achter) (?=.*(?:poort|zaal|kamer|verdieping|versie|gebouw|kast)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:het|dat|dit|ik|je|maak|neem|de som|de tekst)\b)[\w' -]{2,40}? (?:is|zijn|was|begint|eindigt|kost|heet|duurt|staat|loopt)\b(?=[^,]*(?:\d|dag\b|\b(?:eerste|tweede|laatste)\b))[^,]{1,80}, (?:en )?niet (?!(?:zeker|zo|alleen|meer|waar|slecht)\b)\w.+",
    ),
)

_DZIEN: Final = r"(?:poniedział\w+|wtor\w+|środ\w+|czwart\w+|piąt\w+|sobot\w+|niedziel\w+)"
POLISH: Final = rules_of(
    (
        "preference",
        r"(?:proszę,? )?(?:przestań (?:\w+ )?(?:używać|pisać|dodawać|wstawiać|zaczynać|kończyć|nazywać|pytać|mówić|powtarzać|streszczać|tłumaczyć|proponować|wysyłać|zgadywać|zmyślać|dziękować|dawać|robić)\b|(?:skończ|koniec) z (?!(?:tym|tego)\b)).{4,}|(?:proszę,? )?(?:żadnych|żadnego|bez) (?!(?:problemu|pośpiechu|szans|zmian|sensu|pytań|błędów|obaw|tego)\b)\w+.*\b(?:w (?:kodzie|tym repo\w*|projekcie|odpowiedziach|mailach)|więcej|nigdy|proszę)\b.*|nie (?:używaj|pisz|dodawaj|wstawiaj|dawaj|zaczynaj|rób) (?:już |więcej |mi ).{3,}",
    ),
    (
        "preference",
        r"(?!(?:to|on|ona|ja|jest)\b)(?:\w+ ){0,4}(?:zawsze|nigdy) (?:w|z|po|na|jako|przez|bez|przed)(?! (?:porządku|mną|czas)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!to\b)[\w .'/+-]{2,50} (?:jest |są |to )?(?:dla nas |u nas |absolutnie )*(?:odpada|wykluczon\w+|zakazan\w+|nie wchodzi w grę|tabu|zabronion\w+)\b.*",
    ),
    (
        "constraint",
        r"(?:u nas |nasz\w* \w+ |na \w+ )?(?:mamy|ma|mam|jest|obsługuje|przyjmuje) (?:u nas )?(?:tylko|zaledwie|jedynie)\b(?!.*\b(?:jeszcze|minut\w*|godzin\w*)\b)(?=.*\d).+",
    ),
    (
        "decision",
        r"od (?:wersji|v\d|wydania|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|\d{4}|następn\w+ (?:wersji|wydania|roku))\b(?!.* do (?:wersji|v?\d)).{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:moja|mój|nasz|nasza) (?:żona|mąż|mama|tata|syn|córka|siostra|brat|babcia|szef|szefowa)) (?:nie (?:je|pije|lubi|znosi|toleruje|pracuje|może jeść|mówi)|lubi|odpowiada za|zajmuje się|prowadzi|mieszka w|pracuje (?:tylko|z domu|jako)|mówi po|jest (?:uczulon\w+|wegetariani\w+|wegani\w+|w ciąży|odpowiedzialn\w+)|ma (?:alergię|uczulenie))\b.*",
    ),
    (
        "fact",
        rf"(?!(?:zrób|wyślij|przypomnij|zaplanuj|ustaw|dodaj|to|zarezerwuj)\b)(?!.*\b(?:pada|nie działa|psuje)\b)(?:w {_DZIEN} .*\b(?:nie|nigdy|zawsze|\w+my|\w+am|\w+uję|\w+ę)\b.*|.*\b(?:jest|są|mamy|ma|nie|\w+my|\w+am|\w+je)\b.*\b(?:w każd\w+|co) (?:{_DZIEN}|tydzień|miesiąc|rok|wieczór|noc)\b.*)",
    ),
    (
        "fact",
        r"(?!to\b)(?:nasz\w* )?(?!(?:test|kod|plik|błąd|funkcja|strona|build)\b)\w+(?: [\w-]+){0,3}? (?:jest|stoi|działa|słucha|wisi|siedzi) (?:na|pod|w) (?=.*(?:porcie|sali|pokoju|piętrze|wersji|budynku|szafie)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:to|ja|ty|zrób|daj|wynik|suma|tekst)\b)[\w' -]{2,40}? (?:jest|są|był\w*|zaczyna się|kończy się|kosztuje|trwa|nazywa się|odbywa się)\b(?=[^,]*(?:\d|\b(?:pierwsz|drug|ostatni)\w*\b))[^,]{1,80}, (?:a )?nie (?!(?:tylko|wiem|jest)\b)\w.+",
    ),
)
