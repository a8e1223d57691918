"""How people say what shall last, in French, Spanish, Italian, Portuguese.

Pure data, chosen by hand, as `capture_words` says it for English.
"""

# ruff: noqa: E501 -- a way to say it stands on one line

from typing import Final

from vaultwatch.memories.capture_words import NAME, Phrases, found, rules_of

_VALUE: Final = rf"(?=.*(?:\d|.{NAME}|\w[/@]\w))"
"""Somewhere behind: a number, a name or a path."""

_LIMITS: Final = (
    r"superar|exceder|pasar de|sobrepasar|contener|incluir|usar|utilizar|cambiar|modificar|romper|durar|tardar"
    r"|pesar|costar|publicar|compartir|depender|faltar|superare|eccedere|contenere|includere|usare|cambiare"
    r"|modificare|durare|pesare|costare|pubblicare|condividere|dipendere|mancare|ultrapassar|conter|incluir"
    r"|mudar|quebrar|demorar|custar|compartilhar|passar de"
)
"""What may not be done to what is limited: a robot that cannot be offended is none."""
FRENCH: Final = Phrases(
    fillers=found(
        r"(?:(?:ok|d'accord|et|mais|alors|donc|bon|bien|ah|oh|euh|oui|merci(?: beaucoup)?|super|parfait|au fait|d'ailleurs|à propos|pour info|note que|retiens que|n'oublie pas que|sache que|en général|car|parce que|sinon|voilà)\b[\s,.:!-]*)+"
    ),
    joints="et|mais|donc|alors|car|sinon",
    not_now=found(
        r"\b(?:pour (?:ce|cette|cet) (?:fichier|fois|cas|ligne|fonction|mail)|cette fois|pour l'instant|pour le moment|en ce moment|aujourd'hui|hier|juste (?:ici|maintenant)|seulement ici|exceptionnellement|temporairement)\b"
    ),
    not_so=found(
        r"\b(?:si (?:on|nous|je|tu|vous|il|elle|c'|le|la|les)|s'il|peut-être|pourrait|pourrions|pourrais|serait|aurait|supposons|admettons|imaginons|je me demande|je pense que|tu penses|sans doute|comme si)\b"
        r"|^(?:est-ce|qu'est|pourquoi|comment|quand|où|qui|quel\w*|peux-tu|tu peux|pouvez) ?|^(?:génial, |bravo|wow|mais bien sûr)|\b(?:il|elle|client|chef|mail) (?:dit|écrit|disait|affirme)\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:non|faux|correction|attends|en fait)\b[\s,.:!]+(?:attends\b[\s,]+|non\b[\s,]+)*(?:c'est|le|la|les|l'|notre|mon|ma|son|sa|il|elle|{NAME}\w*)(?=.*(?:\bpas\b|\bmais\b|\d)).{{4,}}",
        ),
        (
            "correction",
            r"c'est (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, (?:et )?(?:pas|non) (?=.*(?:\d|(?-i:[A-Z]))).+",
        ),
        (
            "decision",
            r"(?:on|nous|j'?|je)\s?(?:a|avons|ai) (?:enfin |finalement |donc )?(?:décidé|choisi|convenu|opté)\b.+",
        ),
        (
            "decision",
            r"(?:on|nous) (?:part|partons|passe|passons|reste|restons) (?:sur|à|avec|chez) (?!(?:le|la) (?:premi|deuxi|second|derni)|ça\b).+",
        ),
        ("decision", r"(?:la )?décision(?: est|:| :) .+"),
        (
            "constraint",
            r"(?!(?:je|tu|ça|cela)\b)[^,]{2,90}?\b(?:(?:ne )?(?:doit|doivent|peut|peuvent|faut|devons) (?:pas|jamais|toujours|rester|impérativement|rien)|ne (?:doit|doivent|peut|peuvent) (?:pas|jamais)|(?:doit|doivent) (?:faire|être|tenir|rester) (?:en |sous |dans |à )?(?:moins|au (?:plus|moins|maximum)))\b.+",
        ),
        (
            "constraint",
            r"il (?:ne )?faut (?:pas|jamais|toujours|absolument|impérativement)\b .+|il est (?:interdit|obligatoire) .+",
        ),
        (
            "constraint",
            r"[^,]{2,80}?\b(?:doit|doivent|peut|peuvent|ne peut)\b.{0,40}\b(?:au maximum|au plus|maximum|moins de|au moins|dépasser)\b.*",
        ),
        (
            "constraint",
            r"(?:nous|on) (?:ne )?(?:pouvons|peut|devons|doit) (?:pas|jamais|plus) (?:utiliser|changer|modifier|casser|dépasser|publier|partager|stocker)\b.+",
        ),
        ("constraint", r"je suis allergique .+"),
        (
            "preference",
            r"(?:je (?:préfère|préférerais|préfèrerais)|j'aimerais mieux)(?! (?:ton|ta|ce|cette|la|le) ?(?:premi|deuxi|second|derni|version|celui))\b .+",
        ),
        (
            "preference",
            r"je (?:n'aime|ne veux|ne mange|ne bois|n'utilise) (?:pas|jamais|plus) (?!(?:ça|cela|ce|cette|le|la|ton|ta)\b).+",
        ),
        (
            "preference",
            r"je (?:veux|voudrais|souhaite) (?:toujours .+|que tu .*\b(?:toujours|jamais|désormais)\b.*)",
        ),
        (
            "preference",
            r"(?:à partir de maintenant|désormais|dorénavant|à l'avenir|par défaut)\b,?.{6,}",
        ),
        (
            "preference",
            r"(?!(?:je|il|elle|on|nous|ça|c'est|j')\b)[\w'-]+(?:e|s|z|is|ds)(?:-\w+)? (?:[^,]{0,40} )?(?:toujours|jamais|désormais|dorénavant)\b .+",
        ),
        ("preference", r"(?:n'|ne )\w+ (?:jamais|plus jamais)\b .+"),
        ("preference", r"(?:demande|dis|préviens)-?\w* .*\bavant (?:de|d')\b.+"),
        (
            "fact",
            rf"(?:mon|ma|mes|notre|nos) (?!(?:test|code|question|problème|idée|erreur|écran|branche)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:est|sont|s'appelle\w*|tourne|écoute|habite|travaille|coûte|commence|se trouve|a lieu|se termine)\b(?! (?:cassé|vide|lent|rouge|faux|prêt|en panne)){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:le|la|les|l')\s?(?!(?:test|code|fichier|erreur|fonction|page|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:tourne|écoute|se trouve|est hébergée?|s'appelle|habite|coûte)(?=.*(?:\d|(?-i:[A-Z])|\b(?:sur|dans|chez)\b)) .+",
        ),
        (
            "fact",
            r"(?:je m'appelle|j'habite|je travaille (?:chez|à|comme|pour)|je suis (?:végétarien\w*|végane|diabétique|médecin|professeure?|enseignante?|gauch\w+|enceinte)|j'ai (?:deux|trois|une?|\d) (?:enfants?|fils|filles?|chats?|chiens?))\b.*",
        ),
    ),
    asks=found(
        r"(?:(?:est-ce que )?(?:je )?dois-?(?:\s?je)?|(?:est-ce que )?(?:tu veux|vous voulez|voulez-vous|veux-tu|souhaitez-vous) que (?:je |j'))\s*"
    ),
    lasting=found(
        r"\b(?:désormais|dorénavant|toujours|jamais|par défaut|à l'avenir|à chaque fois|à partir de maintenant)\b"
    ),
    yes=r"oui|ouais|bien sûr|d'accord|volontiers|s'il te plaît|s'il vous plaît|ok|parfait|bonne idée|exactement|merci|vas-y|absolument",
    works_on=r"tradui\w+|reformule\w*|corrige (?:ce|cette|le|la)|relis\w*|résume\w*|améliore\w*|réécri\w*|raccourci\w*",
)

SPANISH: Final = Phrases(
    fillers=found(
        r"(?:(?:ok|vale|y|pero|entonces|bueno|bien|ah|oh|eh|sí|gracias|genial|perfecto|por cierto|para que sepas|recuerda que|ten en cuenta que|que sepas que|en general|además|porque|así que)\b[\s,.:!-]*|[¡]\s*)+"
    ),
    joints="y|pero|así que|entonces|porque",
    not_now=found(
        r"\b(?:(?:para|en|solo en|sólo en) est[ea] (?:archivo|fichero|vez|caso|línea|función|correo)|esta vez|por ahora|de momento|por el momento|hoy|ayer|solo (?:aquí|ahora|hoy)|sólo (?:aquí|ahora|hoy)|temporalmente)\b"
    ),
    not_so=found(
        r"\b(?:si (?:nosotros|yo|tú|él|ella|el|la|los|las|usamos|hubi\w+|fuera|decid\w+|cambi\w+)|quizás?|tal vez|podría\w*|sería|habría|supong\w+|imagin\w+|me pregunto|a lo mejor|como si)\b"
        r"|^[¿]|^(?:qué|cómo|por qué|cuándo|dónde|quién|cuál|puedes) |^(?:qué bien,|genial, otra|claro, claro)|\b(?:él|ella|cliente|jefe|correo) (?:dice|dijo|escribe)\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:no|falso|corrección|espera|en realidad)\b[\s,.:!]+(?:espera\b[\s,]+|no\b[\s,]+)*(?:es|el|la|los|las|nuestr\w+|mi|su|{NAME}\w*)\b(?=.*(?:, no\b|\bsino\b|\d))(?!.*\bmal\W*$).{{4,}}",
        ),
        (
            "correction",
            r"(?:es|está en) (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, no (?:el |la |en )?(?=.*(?:\d|(?-i:[A-Z]))).+",
        ),
        (
            "decision",
            r"(?:(?:nosotros|yo) )?(?:hemos|he|ya hemos) (?:decidido|acordado|elegido|optado|quedado)\b.+|(?:decidimos|acordamos|decidí|elegimos|optamos|quedamos en)\b .+",
        ),
        (
            "decision",
            r"(?:vamos a|nos) (?:quedarnos con|quedamos con|usar|cambiar a|pasar a|migrar a) (?!(?:el|la|lo) (?:primer|segund|últim|otr)|est[oea]\b|eso\b|un\b|una\b)(?=.*(?-i:[A-Z0-9])).+",
        ),
        ("decision", r"(?:la )?decisión(?: es|:) .+"),
        (
            "constraint",
            rf"(?!(?:yo|tú|esto|eso)\b)[^,]{{2,90}}?\b(?:no (?:puede|pueden)(?= (?:{_LIMITS}))|no (?:debe|deben|podemos|se puede|debemos)|(?:debe|deben|tiene que|tienen que) (?:siempre|nunca|ser (?:menor|menos|como)|quedar|estar por debajo|caber|pesar menos|tardar menos|durar menos))\b(?! (?:ver|encontrar|abrir|leer|entender)\b) .+",
        ),
        (
            "constraint",
            r"[^,]{2,80}?\b(?:como máximo|a lo sumo|máximo de|no más de|al menos|menos de) (?:\d|un).*",
        ),
        (
            "constraint",
            r"(?:está prohibido|es obligatorio|nunca se (?:puede|debe)|no se puede nunca) .+",
        ),
        (
            "constraint",
            r"(?:soy|es|somos|mi \w+ es) (?:\w+ )?(?:alérgic\w+|celíac\w+|intolerante) ?.*|somos .+\b(?:celíac\w+|alérgic\w+)\b.*",
        ),
        (
            "preference",
            r"(?:yo )?(?:prefiero|preferiría)(?! (?:tu|est[ea]|es[ea]|el|la) ?(?:primer|segund|últim|otr|versión|$))\b .+",
        ),
        ("preference", r"no \w+(?:as|es|éis) (?:nunca|jamás)\b .+"),
        (
            "preference",
            r"no (?:me gusta\w*|quiero|como|bebo|uso) (?:nunca |que )?(?!(?:parecer|ser|decir|ir|hacer|hablar|saber|morir|molestar)\b)(?!(?:esto|eso|est[ea]|es[ea]|el|la|tu)\b).+",
        ),
        (
            "preference",
            r"(?:a partir de ahora|de ahora en adelante|en adelante|en el futuro|por defecto)\b,?.{6,}",
        ),
        (
            "preference",
            r"(?!(?:yo|él|ella|se|me|te|le|nos|lo|la|las|los|el|una?|que|eso|esto|esta|este|esa|ese|aunque|no (?:me|lo|se)|estas|era|eras|tienes|eres|puede|puedes|debe|eu|ele|ela|você|se|me|te|isso|isto|essa|esse|esta|este|desta|deste|embora|que|de|a|o|as|os|uma?|para|era|pode|deve|teve|não (?:me|se))\b)(?:por favor,? )?(?:\w*(?:a|e|as|es|elo|ame|eme|rme)) (?:[^,]{0,25} )?(?:siempre|nunca)\b(?! (?:pasa|falla)) .+",
        ),
        (
            "preference",
            r"(?:por favor,? )?(?:siempre|nunca|jamás) (?!(?:me|se|te|lo|la|le|he|has|ha|pasa|falla|es|está|estás|estas|eres|tienes|fue|era|que|más|antes|es|me|se|te|foi|é|está|vi|falha|dá|que|mais|antes|tenha|tem|era)\b)\w+(?:a|e|as|es|r|me|lo) .+",
        ),
        ("preference", r"(?:pregúntame|avísame|consúltame) .*\bantes de\b.+"),
        (
            "fact",
            rf"(?:mi|mis|nuestro|nuestra|nuestros|nuestras) (?!(?:prueba|código|pregunta|problema|idea|error|pantalla|rama)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:es|son|está|están|se llama\w*|corre|escucha|vive\w*|trabaja|cuesta|empieza|termina|tiene)\b(?! (?:rot[oa]|vací[oa]|lent[oa]|mal|list[oa])){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:el|la|los|las) (?!(?:test|prueba|código|archivo|error|función|página|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:corre|escucha|se encuentra|está alojad[oa]|se llama|vive|cuesta)(?=.*(?:\d|(?-i:[A-Z])|\ben (?:el|la)\b)) .+",
        ),
        (
            "fact",
            r"(?:me llamo|vivo en|trabajo (?:en|como|para|de)|soy (?:vegetarian[oa]|vegan[oa]|diabétic[oa]|médic[oa]|profesora?|zurd[oa])|tengo (?:dos|tres|una?|\d) (?:hij[oa]s?|gat[oa]s?|perr[oa]s?|hermanos?))\b.*",
        ),
    ),
    asks=found(r"(?:¿\s*)?(?:quieres que|quiere que|debo|debería|prefieres que)\s+"),
    lasting=found(
        r"\b(?:siempre|nunca|a partir de ahora|de ahora en adelante|por defecto|en el futuro|cada vez|en adelante)\b"
    ),
    yes=r"sí|si|claro|vale|por favor|de acuerdo|buena idea|exacto|perfecto|ok|hazlo|gracias|por supuesto",
    works_on=r"traduc\w+|reescrib\w+|corrige (?:est[ea]|el|la)|revisa (?:est[ea]|el|la) (?:texto|correo|carta)|resum\w+|mejora|reformula\w*|acorta",
)

ITALIAN: Final = Phrases(
    fillers=found(
        r"(?:(?:ok|va bene|e|ma|allora|quindi|bene|bravo|ah|oh|ehm|sì|grazie(?: mille)?|perfetto|comunque|a proposito|tra l'altro|per tua informazione|ricorda(?:ti)? che|tieni presente che|sappi che|in generale|perché|ciao)\b[\s,.:!-]*)+"
    ),
    joints="e|ma|quindi|allora|perché|però",
    not_now=found(
        r"\b(?:(?:per|in|solo in) quest[oa] (?:file|volta|caso|riga|funzione|mail)|stavolta|per ora|per adesso|per il momento|al momento|oggi|ieri|solo (?:qui|ora|oggi)|temporaneamente)\b"
    ),
    not_so=found(
        r"\b(?:se (?:noi|io|tu|lui|lei|il|la|avessimo|fosse|usassimo|usiamo)|forse|magari|potremmo|potrebbe|sarebbe|avrebbe|supponiamo|immagina|mi chiedo|come se)\b"
        r"|^(?:cosa|come|perché|quando|dove|chi|quale|quanto|puoi|mi (?:sistemi|puoi|fai|dici|aiuti|mostri)) |\b(?:lui|lei|cliente|capo|mail) (?:dice|ha detto|scrive)\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:no|sbagliato|correzione|aspetta|in realtà)\b[\s,.:!]+(?:aspetta\b[\s,]+|no\b[\s,]+)*(?:è|il|la|lo|le|i|l'|nostr\w+|mi[oa]|su[oa]|{NAME}\w*)(?=.*(?:\bnon\b|\d))(?!.*\bsbagliat\w\W*$).{{4,}}",
        ),
        ("correction", r"è (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, non (?=.*(?:\d|(?-i:[A-Z]))).+"),
        (
            "decision",
            r"(?:noi )?(?:abbiamo|ho) (?:finalmente |poi )?(?:deciso|scelto|concordato|stabilito|optato)\b.+",
        ),
        (
            "decision",
            r"(?:passiamo a|restiamo (?:su|con)|andiamo con|useremo|teniamo) (?!(?:il|la) (?:prim|second|ultim|altr)|quest|quell)(?=.*(?-i:[A-Z0-9])).+",
        ),
        (
            "constraint",
            rf"(?!(?:io|tu|questo|ciò)\b)[^,]{{2,90}}?\b(?:non (?:può|possono)(?= (?:{_LIMITS}))|non (?:deve|devono|possiamo|dobbiamo|si (?:deve|può))|(?:deve|devono) (?:sempre|mai|restare|rimanere|stare|essere (?:inferiore|sotto|meno|al massimo)))\b(?! (?:vedere|trovare|capire|aprire)\b) .+",
        ),
        (
            "constraint",
            r"[^,]{2,80}?\b(?:deve|devono|può|possono)\b.{0,40}\b(?:al massimo|massimo|meno di|almeno|non più di)\b.*",
        ),
        (
            "constraint",
            r"(?:sono|mi[oa] \w+ è) (?:\w+ )?(?:allergic\w+|celiac\w+|intollerante)\b.*|è (?:vietato|obbligatorio) .+",
        ),
        (
            "preference",
            r"(?:io )?(?:preferisco|preferirei)(?! (?:il|la|quest[oa]|quell[oa]) ?(?:prim|second|ultim|altr|$))\b .+",
        ),
        (
            "preference",
            r"non (?:mi piac\w+|voglio|mangio|bevo|uso) (?:mai )?(?!(?:quest|quell|il|la|lo)\b).+",
        ),
        (
            "preference",
            r"(?:d'ora in poi|da ora in poi|da adesso in poi|in futuro|da oggi in poi|di default)\b,?.{6,}",
        ),
        (
            "preference",
            r"(?:per favore,? )?(?:non \w+(?:are|ere|ire) (?:[^,]{0,25} )?mai|(?!(?:io|lui|lei|si|mi|ti|ci|vi|lo|la|li|gli|le|i|hai|sei|sta|stai|fa|fai|dà|dai|va|vai|ha|era|potrei|dovrei|vorrei|puoi|devi|una?|ma|che|e)\b)\w+(?:a|i|ami|imi) (?:[^,]{0,25} )?sempre)\b .+",
        ),
        (
            "preference",
            r"(?:per favore,? )?(?:sempre|mai) (?!(?:mi|si|lo|la|stato|visto|più|fallisce|che|meglio|e|la|il)\b)\w+(?:a|i|are|ere|ire) .+",
        ),
        ("preference", r"(?:chiedimi|avvisami|avvertimi) .*\bprima di\b.+"),
        (
            "fact",
            rf"(?:(?:il|la|i|le|l')\s?)?(?:mio|mia|nostro|nostra|nostri|nostre) (?!(?:test|codice|domanda|problema|idea|errore|schermo)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:adesso |ora )?(?:è|sono|si chiama\w*|gira|ascolta|vive|lavora|costa|inizia|finisce|si trova|sta|ha)\b(?! (?:rott[oa]|vuot[oa]|lent[oa]|pront[oa])){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:il|la|lo|i|le|l')\s?(?!(?:test|codice|file|errore|funzione|pagina|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:gira|ascolta|si trova|è ospitat[oa]|si chiama|vive|costa)(?=.*(?:\d|(?-i:[A-Z])|\b(?:nel|sul|in)\b)) .+",
        ),
        (
            "fact",
            r"(?:mi chiamo|vivo a|abito a|lavoro (?:in|come|per|da|alla)|sono (?:vegetarian[oa]|vegan[oa]|diabetic[oa]|medico|insegnante|mancin[oa])|ho (?:due|tre|una?|\d) (?:figl\w+|gatt\w+|can[ei]))\b.*",
        ),
    ),
    asks=found(r"(?:vuoi che|vuole che|devo|dovrei|preferisci che)\s+"),
    lasting=found(
        r"\b(?:d'ora in poi|sempre|mai|in futuro|ogni volta|di default|per impostazione predefinita)\b"
    ),
    yes=r"sì|si|certo|va bene|per favore|d'accordo|buona idea|esatto|perfetto|ok|fallo|grazie|volentieri",
    works_on=r"traduc\w+|riscriv\w+|correggi (?:quest|il|la)\w*|rileggi|riassumi|migliora|riformula|accorcia",
)

PORTUGUESE: Final = Phrases(
    fillers=found(
        r"(?:(?:ok|tá|certo|e|mas|então|bom|bem|ah|oh|é|sim|obrigad[oa]|valeu|ótimo|perfeito|aliás|a propósito|só para você saber|lembre-se que|lembra que|tenha em mente que|em geral|porque|além disso|oi)\b[\s,.:!-]*)+"
    ),
    joints="e|mas|então|porque|por isso",
    not_now=found(
        r"\b(?:(?:para|em|neste|nesta|só neste|só nesta|nest[ea]) (?:est[ea] )?(?:arquivo|ficheiro|vez|caso|linha|função|e-?mail)|desta vez|dessa vez|por enquanto|por agora|no momento|hoje|ontem|só (?:aqui|agora|hoje)|temporariamente)\b"
    ),
    not_so=found(
        r"\b(?:se (?:a gente|nós|eu|você|ele|ela|o|a|usarmos|fosse|tivéssemos|decid\w+)|talvez|poderia\w*|seria|teria|suponha\w*|imagin\w+|será que|me pergunto|como se)\b"
        r"|^(?:o que|como|por que|quando|onde|quem|qual|pode|você pode) |\b(?:ele|ela|cliente|chefe|e-?mail) (?:diz|disse|escreve)\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:não|errado|correção|espera|na verdade)\b[\s,.:!]+(?:espera\b[\s,]+|não\b[\s,]+)*(?:é|o|a|os|as|noss\w+|meu|minha|{NAME}\w*)\b(?=.*(?:, não\b|\be não\b|\bmas sim\b|\d))(?!.*\berrado\W*$).{{4,}}",
        ),
        ("correction", r"é (?=.*(?:\d|(?-i:[A-Z]))).{2,60}, não (?=.*(?:\d|(?-i:[A-Z]))).+"),
        (
            "decision",
            r"(?:nós |a gente |eu )?(?:decidimos|resolvemos|combinamos|escolhemos|optamos|decidi|decidiu|acordamos|concordamos|ficou decidido)\b .+",
        ),
        (
            "decision",
            r"vamos (?:ficar com|usar|mudar para|migrar para|de) (?!(?:o|a) (?:primeir|segund|últim|outr)|ess[ea]|est[ea]|isso|um\b|uma\b)(?=.*(?-i:[A-Z0-9])).+",
        ),
        (
            "constraint",
            rf"(?!(?:eu|você|isso|isto)\b)[^,]{{2,90}}?\b(?:não (?:pode|podem)(?= (?:{_LIMITS}))|não (?:deve|devem|podemos|devemos|se pode)|nunca (?:pode|deve)m?|(?:deve|devem|tem que|têm que|precisa) (?:sempre|nunca|ficar|permanecer|ser (?:menor|menos|no máximo)|caber))\b(?! (?:ver|encontrar|abrir|entender)\b) .+",
        ),
        (
            "constraint",
            r"[^,]{2,80}?\b(?:deve|pode|tem que|podem|devem)\b.{0,40}\b(?:no máximo|máximo de|menos de|pelo menos|não mais de)\b.*",
        ),
        (
            "constraint",
            r"(?:sou|tenho|minha \w+ é|meu \w+ é) (?:\w+ )?(?:alérgic\w+|alergia|celíac\w+|intolerante)\b.*|é (?:proibido|obrigatório) .+",
        ),
        (
            "preference",
            r"(?:eu )?(?:prefiro|preferia|preferiria)(?! (?:o|a|ess[ea]|est[ea]) ?(?:primeir|segund|últim|outr|su[ao]|$))\b .+",
        ),
        (
            "preference",
            r"(?:eu )?não (?:gosto de|quero|como|bebo|uso) (?:nunca |que )?(?!(?:ess[ea]|est[ea]|isso|isto|o|a)\b).+",
        ),
        (
            "preference",
            r"(?:a partir de agora|de agora em diante|daqui (?:para|pra) (?:a )?frente|no futuro|por padrão)\b,?.{6,}",
        ),
        (
            "preference",
            r"(?!(?:yo|él|ella|se|me|te|le|nos|lo|la|las|los|el|una?|que|eso|esto|esta|este|esa|ese|aunque|no (?:me|lo|se)|estas|era|eras|tienes|eres|puede|puedes|debe|eu|ele|ela|você|se|me|te|isso|isto|essa|esse|esta|este|desta|deste|embora|que|de|a|o|as|os|uma?|para|era|pode|deve|teve|não (?:me|se))\b)(?:por favor,? )?\w+(?:a|e|r|me) (?:[^,]{0,25} )?(?:sempre|nunca)\b .+",
        ),
        (
            "preference",
            r"(?:por favor,? )?(?:sempre|nunca|jamais) (?!(?:me|se|te|lo|la|le|he|has|ha|pasa|falla|es|está|estás|estas|eres|tienes|fue|era|que|más|antes|es|me|se|te|foi|é|está|vi|falha|dá|que|mais|antes|tenha|tem|era)\b)\w+(?:a|e|r|m|es|as) .+",
        ),
        ("preference", r"(?:me (?:pergunte|avise|consulte)|pergunte-me|avise-me) .*\bantes de\b.+"),
        (
            "fact",
            rf"(?:(?:o|a|os|as) )?(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas) (?!(?:teste|código|pergunta|problema|ideia|erro|tela|ramo)\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:é|são|está|fica|ficam|se chama\w*|chama-se|roda|escuta|mora|trabalha|custa|começa|termina|tem)\b(?! (?:quebrad[oa]|vazi[oa]|lent[oa]|pront[oa])){_VALUE}.+",
        ),
        (
            "fact",
            r"(?:o|a|os|as) (?!(?:teste|código|arquivo|erro|função|página|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:roda|escuta|fica|está hospedad[oa]|se chama|mora|custa)(?=.*(?:\d|(?-i:[A-Z])|\b(?:no|na)\b)) .+",
        ),
        (
            "fact",
            r"(?:me chamo|moro em|trabalho (?:em|como|para|na|no)|sou (?:vegetarian[oa]|vegan[oa]|diabétic[oa]|médic[oa]|professora?|canhot[oa])|tenho (?:dois|duas|três|uma?|\d) (?:filh\w+|gat\w+|cachorr\w+|irm\w+))\b.*",
        ),
    ),
    asks=found(r"(?:(?:você )?quer que (?:eu )?|devo|deveria|prefere que (?:eu )?)\s*"),
    lasting=found(
        r"\b(?:a partir de agora|de agora em diante|sempre|nunca|no futuro|por padrão|toda vez|cada vez)\b"
    ),
    yes=r"sim|claro|por favor|pode|pode ser|está bem|tá bom|boa ideia|exato|perfeito|ok|faça isso|obrigad[oa]|com certeza",
    works_on=r"traduz\w*|reescrev\w+|corrija (?:est|ess|o|a)\w*|revis\w+ (?:est|ess|o texto)\w*|resum\w+|melhor[ae]|reformul\w+|encurt\w+",
)
