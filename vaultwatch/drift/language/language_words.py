"""Everyday words and letters that tell a language: the data behind `language.languages`.

Pure data, chosen by hand from grammars: articles, pronouns, prepositions, auxiliaries, adverbs,
in lower case with their accents. A word that several languages write alike stands in each of them.
"""
# ruff: noqa: RUF001 -- letters that look alike are what is told apart

from typing import Final


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


WORDS: Final = {
    "en": _words(
        """
        the an and or but if of to in on at by for from with without is are was were be been being
        am do does did done has have had not no nor only may must can could should would will
        shall this that these those there here it its we our us you your they their them he his
        she her who whom which what when where why how than then as so such any every each some
        all both more most much many few less least into onto over under about before after during
        between until till since while because through up down out off again once twice never
        always often still yet already now other another own same very too also just want wants
        plus goes go went gets get got need needs needed takes take taken keep keeps kept my me
        new last first next per day week month year night morning evening nobody somebody
        everybody anyone everyone nothing something held come comes came monday mondays tuesday
        tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
        sundays january february march june july october december daily weekly monthly yearly
        nightly
        """
    ),
    "de": _words(
        """
        ins ans aufs ums fürs vors übers der die das den dem des ein eine einen einem einer eines
        und oder aber denn sondern wenn dann als wie so ist sind war waren sei sein wird werden
        wurde wurden worden hat haben hatte nicht kein keine keinen keinem keiner nie niemals nur
        auch noch schon immer wieder mehr darf dürfen muss müssen kann können soll sollen sollte
        will wollen möchte mag lässt gibt geht steht liegt kommt bleibt läuft macht gilt von vom
        zu zum zur im in am an auf aus bei beim mit nach für über unter vor um durch gegen ohne
        bis seit zwischen während wegen ab ich mich mir mein meine meinen wir uns unser unsere
        unseren unserem du dich dir dein deine sie ihr ihre ihren ihm ihn er es sich man wer was
        wo wann warum welche welcher dieser diese dieses diesen diesem jeder jede jedes jeden alle
        allen alles einmal zweimal dreimal jetzt heute morgen abends morgens täglich jeweils etwa
        sehr viel viele wenig beide außer niemand jemand dort hier da dass ob weil damit uhr neu
        neue neuer neuen letzte nächste pro montags dienstags mittwochs donnerstags freitags
        samstags sonntags spätestens höchstens montag dienstag mittwoch donnerstag freitag samstag
        sonntag januar februar märz juni juli oktober dezember wöchentlich monatlich jährlich
        """
    ),
    "fr": _words(
        """
        le la les un une des du de et ou mais donc car si que qui quoi dont où ce cet cette ces
        est sont était étaient sera seront être été ont avait avoir eu au aux en dans sur sous par
        pour avec sans chez à vers entre depuis pendant avant après jusqu jusque contre il elle on
        nous vous ils elles je tu me te se lui leur leurs son sa ses mon ma mes ton ta tes notre
        nos votre vos y ne pas plus jamais rien personne aucun aucune seul seule seulement tout
        tous toute toutes chaque quelques plusieurs même mêmes très trop peu beaucoup bien aussi
        encore déjà toujours souvent maintenant désormais ici là peut peuvent doit doivent faut
        fait va vont prend comme quand comment pourquoi fois jour jours semaine mois ans soir
        matin heure heures nouveau nouvelle dernier dernière tard tôt moins lundi lundis mardi
        mardis mercredi mercredis jeudi jeudis vendredi vendredis samedi dimanche janvier février
        mars avril mai juin juillet août septembre octobre novembre décembre
        """
    ),
    "es": _words(
        """
        el la los las lo un una unos unas y pero sino si que quien cual cuyo donde cuando como
        porque del de al en con sin por para desde hasta entre sobre bajo contra hacia según es
        son era eran fue fueron será ser sido está están estaba estar hay ha han había haber se me
        te nos os le les su sus mi mis tu tus nuestro nuestra nuestros nuestras este esta estos
        estas ese esa esos esas aquel yo tú él ella ellos ellas nosotros no nunca jamás nada nadie
        ningún ninguna solo sólo solamente también ya aún todavía siempre muy más menos mucho
        muchos poco todo todos toda todas cada algún alguna otro otra puede pueden debe deben
        tiene tienen va van hace vez veces día días semana mes meses año años noche mañana tarde
        ahora nuevo nueva último hoy aquí allí antes después durante lunes martes miércoles jueves
        viernes sábado sábados domingo domingos enero febrero marzo abril mayo junio julio agosto
        septiembre octubre noviembre diciembre
        """
    ),
    "it": _words(
        """
        il lo la gli le un uno una ed ma se che chi cui dove quando come perché di del dello della
        dei degli delle dell al allo alla ai agli alle all da dal dalla dai dagli dalle in nel
        nello nella nei negli nelle nell con su sul sulla sui sulle per tra fra senza fino è sono
        era erano sarà essere stato stata stati ha hanno aveva avere ho abbiamo si mi ti ci vi ne
        lui lei noi voi loro mio mia suo sua nostro nostra nostri nostre questo questa questi
        queste quello quella non mai nulla niente nessuno nessuna solo soltanto anche già ancora
        sempre molto più meno poco tutto tutti tutta tutte ogni qualche altro altra può possono
        deve devono va vanno viene vengono fa giorno giorni settimana mese mesi anno anni sera
        mattina ora ore adesso nuovo nuova ultimo prima dopo durante volta volte entro oltre
        lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile
        maggio giugno luglio agosto settembre ottobre novembre dicembre
        """
    ),
    "pt": _words(
        """
        os as um uma uns umas ou mas se que quem qual onde quando como porque de do da dos das em
        no na nos nas num numa ao aos à às por pelo pela pelos pelas para com sem até entre sobre
        sob desde é são era eram foi foram será ser sido está estão estava estar há tem têm tinha
        ter eu tu ele ela nós eles elas você vocês me te lhe meu minha seu sua seus suas nosso
        nossa nossos nossas este esta isto esse essa isso aquele aquela não nunca jamais nada
        ninguém nenhum nenhuma só somente apenas também já ainda sempre muito muitos mais menos
        pouco todo todos toda todas cada algum alguma outro outra pode podem deve devem vai vão
        fica faz dia dias semana mês meses ano anos noite manhã tarde agora hoje novo nova último
        antes depois durante vez vezes segunda-feira terça-feira quarta-feira quinta-feira
        sexta-feira sábado sábados domingo domingos janeiro fevereiro março abril maio junho julho
        agosto setembro outubro novembro dezembro
        """
    ),
    "nl": _words(
        """
        de het een en of maar want als dan dat die dit deze wie wat waar wanneer hoe waarom van te
        tot in op aan bij met zonder voor na uit over onder door tegen tussen sinds tijdens naar
        om is zijn was waren wordt worden werd werden geworden heeft hebben had hadden ben bent ik
        mij mijn je jij jouw uw hij hem zij ze haar wij we ons onze jullie hun niet geen nooit
        niets niemand alleen ook al nog altijd weer meer minder veel weinig alle alles elke iedere
        ieder mag mogen moet moeten kan kunnen zal zullen wil willen gaat gaan komt komen staat
        staan ligt doet blijft laat er hier daar nu zeer heel erg wel toch dus omdat uur dag dagen
        week maand jaar avond ochtend keer per nieuwe nieuw laatste eerste volgende behalve
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april
        mei juni juli augustus oktober december dagelijks wekelijks maandelijks
        """
    ),
    "sv": _words(
        """
        och eller men att som en ett den det de dem denna detta dessa är var vara varit blir bli
        blev har hade ha inte ingen inget inga aldrig bara endast också redan alltid ofta mycket
        mer mest mindre alla allt varje någon något några annan på av till från med utan för om
        över under efter före innan mellan hos vid genom mot jag mig min mitt mina vi oss vår vårt
        våra du dig din ni er han hon hans hennes sig sin sitt sina man får kan ska skall skulle
        måste vill går kommer gör dag dagar vecka månad år kväll nu här där när hur varför vem vad
        """
    ),
    "da": _words(
        """
        og eller men at som en et den det de dem denne dette disse er var være været bliver blive
        blev har havde have ikke ingen intet aldrig kun også allerede altid ofte meget mere mest
        mindre alle alt hver nogen noget nogle anden på af til fra med uden for om over under
        efter før mellem hos ved gennem mod jeg mig min mit mine vi os vores du dig din jer han
        hun hans hendes sig sin sit sine man må kan skal skulle vil ville går kommer gør dag dage
        uge måned år aften nu her der når hvor hvordan hvorfor hvem hvad bare ikkje ei etter
        mellom noen noe vår vårt våre eg dere måneder
        """
    ),
    "pl": _words(
        """
        oraz lub albo ale że żeby aby jeśli jeżeli gdy kiedy jak co kto który która które gdzie
        dlaczego we ze na do od dla po przed przez pod nad bez między podczas jest są był była
        było były będzie będą być ma mają miał nie nigdy nic nikt żaden tylko także też już
        jeszcze zawsze bardzo więcej mniej wszystko wszyscy każdy każda każde inny ten ta to te ci
        tego tej tym ja mnie my nas nasz nasza nasze ty twój on ona ono oni jego jej ich się swój
        może mogą musi muszą można trzeba należy dzień dni tydzień miesiąc rok teraz dziś tutaj
        """
    ),
    "cs": _words(
        """
        nebo ale že aby když jak co kdo který která které kde proč ve ze na do od pro po před přes
        pod nad bez mezi během je jsou byl byla bylo byly bude budou být má mají ne nikdy nic
        nikdo žádný jen pouze také už ještě vždy velmi více méně všechno všichni každý jiný ten ta
        to ti tento tato já mě my nás náš naše ty tvůj on ona ono oni jeho její jejich se si svůj
        může mohou musí smí lze den dny týden měsíc rok teď dnes zde
        """
    ),
    "fi": _words(
        """
        ja tai mutta että jos kun kuin joka jotka mikä mitä kuka missä milloin miksi on ovat oli
        olivat olla ollut ei eivät ole en et emme koskaan vain myös jo vielä aina hyvin enemmän
        kaikki jokainen muu tämä nämä se ne minä minun me meidän sinä hän he heidän voi voivat saa
        pitää täytyy päivä päivää viikko kuukausi vuosi nyt tänään täällä ilman ennen jälkeen
        kanssa
        """
    ),
    "hu": _words(
        """
        az egy és vagy de hogy ha mint aki ami amely hol mikor miért van vannak volt voltak lesz
        nem ne soha semmi senki csak is már még mindig nagyon több kevesebb minden más ez azok
        ezek én mi te ő ők nekem lehet kell szabad nap hét hónap év most ma itt nélkül előtt után
        alatt
        """
    ),
    "tr": _words(
        """
        ve veya ama fakat ki bu şu bir için ile gibi kadar sonra önce göre değil yok var her hiç
        kimse hiçbir sadece yalnızca da de çok daha en tüm bütün biz ben sen siz onlar bizim benim
        olan olarak ise mi mı mu mü gün hafta ay yıl şimdi bugün burada
        """
    ),
    "ro": _words(
        """
        și sau dar că să dacă când cum care cine ce unde de din la în pe cu fără pentru prin după
        înainte între este sunt era erau va vor fi fost are au avea nu niciodată nimic nimeni doar
        numai deja încă mereu foarte mai mult puțin toate toți fiecare alt această acest aceste eu
        noi voi ei ele meu mea nostru noastră se își poate pot trebuie zi zile lună an acum aici
        """
    ),
}
"""Language -> its commonest words."""

LETTERS: Final = {
    "ß": "de", "ñ": "es", "¿": "es", "¡": "es", "ã": "pt", "õ": "pt", "œ": "fr", "ł": "pl",
    "ż": "pl", "ź": "pl", "ć": "pl", "ń": "pl", "ą": "pl", "ę": "pl", "ś": "pl", "ř": "cs",
    "ě": "cs", "ů": "cs", "ø": "da", "æ": "da", "ő": "hu", "ű": "hu", "ğ": "tr", "ş": "tr",
    "ı": "tr", "ț": "ro", "ș": "ro", "ă": "ro",
}  # fmt: skip
"""Letters that hardly another of these languages writes."""

ENDINGS: Final = {
    "en": (
        "ing",
        "ings",
        "tion",
        "tions",
        "ment",
        "ments",
        "ness",
        "ships",
        "ship",
        "fully",
        "ously",
        "able",
        "ible",
        "ity",
        "ties",
    ),
    "de": ("ungen", "ung", "heit", "keit", "lich", "schaft", "igen", "lichen", "ische", "ischen"),
    "fr": ("ements", "eaux", "eux", "euse", "ées", "ée", "aire", "ières", "ière"),
    "es": ("ción", "ciones", "dad", "dades", "miento", "amos", "emos", "ería"),
    "it": ("zione", "zioni", "mente", "iamo", "aggio", "ità"),
    "pt": ("ção", "ções", "dade", "dades", "agem", "mento"),
    "nl": ("lijk", "lijke", "heid", "aar", "ijn", "ijk", "schap"),
}
"""How many of a language's longer words end."""

MANY_VERBS: Final = _words(
    "are were have sind waren werden haben sont ont son estan sono hanno sao zijn worden hebben"
)
"""Verbs, folded, before which no single name stands."""

SCRIPTS: Final = (
    ("ja", r"[\u3040-\u30ff\uff66-\uff9f]"),
    ("ko", r"[\uac00-\ud7af\u1100-\u11ff]"),
    ("zh", r"[\u3400-\u4dbf\u4e00-\u9fff]"),
    ("cyrillic", r"[\u0400-\u04ff]"),
    ("el", r"[\u0370-\u03ff]"),
    ("ar", r"[\u0600-\u06ff]"),
    ("he", r"[\u0590-\u05ff]"),
    ("hi", r"[\u0900-\u097f]"),
    ("th", r"[\u0e00-\u0e7f]"),
)
"""Writings that by themselves tell a language, or the family of it; Japanese before Chinese, whose
signs it writes too."""
