"""More ways to say what shall last, by class, in the languages that `capture_classes` leaves out.

Pure data, chosen by hand; the classes stand in `capture_classes`.
"""

# ruff: noqa: E501, RUF001 -- a way to say it stands on one line, in its own script

from typing import Final

from vaultwatch.memories.capture_words import rules_of

_PERSON: Final = r"(?!(?:il|elle|on|ça|ce|cela|el|la|los|las|le|les|lo|gli|i|o|a|os|as|él|ella|esto|eso|lui|lei|questo|ele|ela|isso|un|una|um|uma|une)\b)(?:(?-i:[A-ZÀ-Þ][a-zà-ÿ]+)"

_JOUR: Final = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
FRENCH: Final = rules_of(
    (
        "preference",
        r"(?:s'il te plaît,? )?(?:arrête|arrêtez|cesse)(?: donc| enfin)? (?:de |d')(?:me |m'|te |t'|toujours )*(?:utiliser|employer|ajouter|écrire|commencer|finir|terminer|mettre|dire|répéter|résumer|expliquer|proposer|suggérer|demander|appeler|envoyer|traduire|commenter|inventer|supposer|deviner|excuser|remercier|donner|créer|répondre|insérer|parler|vouvoyer|tutoyer)\b(?! ça\b| cela\b).+|plus (?:jamais )?(?:de |d'|aucune? )(?!(?:temps|place|batterie|questions?|problèmes?|mémoire|argent|la|un)\b)\w+.*(?:\b(?:dans|s'il te plaît|stp|jamais|nulle part)\b.*|\W*$)",
    ),
    (
        "preference",
        r"(?!(?:il|elle|je|tu|ça|c'est|on)\b)(?:[\w'-]+ ){0,3}(?:toujours|jamais) (?:en|avec|dans|sans|par|à|sur|avant|après)(?! (?:retard|panne|train|moi|l'heure)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:c'|ça|ce|cela)\b)[\w .'/+-]{2,50} (?:est|sont|c'est) (?:pour nous |absolument )*(?:hors de question|interdite?s?|exclue?s?|tabou|non négociable|pas une option|proscrite?s?)\b.*",
    ),
    (
        "constraint",
        r"(?:on|nous|le \w+|la \w+|nos \w+) (?:n'(?:a|avons|accepte|ont)|ne (?:dispos|support|prend|gèr)\w+)(?! pas)\b(?!.*\b(?:minutes?|heures?|encore)\b).*\bque\b.*\d.*",
    ),
    (
        "decision",
        r"à (?:partir|compter) (?:de la (?:version|v)|du \d|de (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|\d{4})|d'(?:avril|août|octobre))\b.{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:ma|mon|notre) (?:femme|mari|mère|père|fils|fille|sœur|frère|mamie|chef|cheffe)) (?:ne (?:mange|boit|supporte|tolère|travaille|parle|peut)|gère|dirige|s'occupe de|déteste|adore|préfère|travaille (?:que|seulement|depuis|à)|habite|parle(?! trop)|est (?:allergique|végétarienne?|végane|responsable|enceinte|en congé))\b.*",
    ),
    (
        "fact",
        rf"(?!(?:fais|envoie|rappelle|planifie|mets|ajoute|ça|réserve)\b)(?=.*\b(?:est|sont|a|ai|avons|ont|a lieu|vient|fait|travaille\w*|suis|publie\w*|\w+ons)\b).*\b(?:(?:chaque|tous les|le (?:premier|deuxième|troisième|dernier)) (?:{_JOUR}s?|semaines?|mois|jours|ans|soirs?|matins?)|le {_JOUR}(?: (?:soir|matin))?\W*$).*",
    ),
    (
        "fact",
        r"(?:le|la|les|notre|nos|l')\s?(?!(?:test|code|fichier|erreur|fonction|page|build)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:est|sont) (?:toujours )?(?:sur|dans|chez|au) (?=.*(?:port|salle|étage|bureau|version|bâtiment|armoire|chambre)\b).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:ça|je|tu|c'est|ce|le (?:texte|résultat|total|bouton))\b)[\w' -]{2,45}? (?:est|sont|a lieu|commence|finit|coûte|dure|s'appelle|se trouve|ouvre|ferme|a)\b(?=[^,]*(?:\d|\b(?:premi|deuxi|dernier)\w*|di\b))[^,]{1,80}, (?:et )?(?:pas|non) (?!(?:sûr|encore|mal|vrai)\b)\w.+",
    ),
)

_DIA: Final = r"(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)"
SPANISH: Final = rules_of(
    (
        "preference",
        r"(?:por favor,? )?(?:deja|dejad|para) (?:ya )?de (?:usar|utilizar|añadir|agregar|escribir|empezar|terminar|poner|decir|repetir|resumir|explicar|proponer|sugerir|preguntar|llamar|mandar|enviar|traducir|comentar|inventar|suponer|adivinar|disculpar|agradecer|dar|crear|responder|contestar|hablar)\w*\b(?!(?: eso| esto)\b).+|(?:no más|nada de|ni un\w? \w+ más|se acabaron) (?!(?:tiempo|tempo|problemas?|espacio|espaço|preguntas?|perguntas?|eso|esto|isso|momento|nuevo|novo|mais|especial|dudas?)\b)\w+.*|no (?:me |le |nos )?(?!(?:puedes|digas|tienes|sabes|eres|quieres|vas|es)\b)\w+(?:as|es) (?:.*\b(?:nunca más|jamás)\b.*|más \w{3,}.*|[\w ]{3,40} más\W*$)",
    ),
    (
        "preference",
        r"(?!(?:él|ella|eso|esto|me|está|es|yo)\b)(?:\w+ ){0,3}(?:siempre|nunca) (?:en|con|sin|por|a|sobre|antes|después)(?! (?:punto|tiempo|mí|casa|la vez)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:eso|esto)\b)[\w .'/+-]{2,50} (?:es|son|está|están|queda|quedan) (?:para nosotros |totalmente )*(?:inaceptables?|descartad\w+|prohibid\w+|vetad\w+|tabú|innegociables?|fuera de discusión)\b.*",
    ),
    (
        "constraint",
        r"(?:nosotros|el \w+|la \w+|nuestr\w+ \w+)?\s?(?:solo|sólo|únicamente) (?:tenemos|hay|acepta|admite|soporta|disponemos de)\b(?!.*\b(?:minutos?|horas?|todavía)\b).*\d.*",
    ),
    (
        "decision",
        r"(?:a partir|desde) (?:de )?(?:la )?(?:versión|v\d|\d{4}|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b(?!.* hasta ).{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:mi|nuestr[oa]) (?:mujer|marido|madre|padre|hijo|hija|hermana|hermano|abuela|abuelo|jefe|jefa)) (?:no (?:come|bebe|soporta|tolera|trabaja|habla|puede (?:comer|subir|beber))|lleva (?:el|la|los|las)|dirige|se encarga de|se ocupa de|odia|adora|prefiere|trabaja (?:solo|desde|de)|vive en|habla(?! demasiado)|es (?:alérgic\w+|vegetarian\w+|vegan\w+|celíac\w+|responsable|quien)|está (?:embarazada|de baja))\b.*",
    ),
    (
        "fact",
        rf"(?!(?:haz|envía|recuérdame|manda|pon|añade|eso|reserva|programa)\b)(?!.*\b(?:falla|rompe)\b)(?=.*\b(?:es|son|hay|tengo|tenemos|tiene|trabaj\w+|hace\w*|se \w+|\w+mos|estoy|voy|cierra|abre)\b)(?:los {_DIA}\b.*|.*\b(?:cada (?:{_DIA}|semana|mes|año|noche|mañana|día)|todos los (?:{_DIA}|días|meses|años)|los {_DIA}|el (?:primer|segundo|tercer|último) {_DIA} (?:del|de cada))\b.*)",
    ),
    (
        "fact",
        r"(?:el|la|los|las|nuestr\w+) (?!(?:test|prueba|código|archivo|error|función|página|build|línea)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:está|están) (?:siempre )?(?:en|detrás|bajo) (?=.*(?:puerto|sala|planta|piso|versión|edificio|armario|habitación)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:eso|esto|yo|tú|el (?:texto|resultado|total|botón)|la suma)\b)[\w' -]{2,45}? (?:es|son|está|empieza|termina|cuesta|dura|se llama|cierra|abre|vence|tiene)\b(?=[^,]*(?:\d|\b(?:primer|segundo|último)\w*\b))[^,]{1,80}, (?:y )?no (?!(?:sé|solo|está|es|más|mal)\b)\w.+",
    ),
)

_GIORNO: Final = r"(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)"
ITALIAN: Final = rules_of(
    (
        "preference",
        r"(?:per favore,? )?(?:smettila di|smetti di|basta con)(?! (?:questo|quest|così)) (?=.*(?:usare|mett\w+|scriver\w+|aggiunger\w+|iniziar\w+|cominciar\w+|finir\w+|dir\w+|ripeter\w+|riassumer\w+|spiegar\w+|propor\w+|chieder\w+|chiamar\w+|mandar\w+|tradur\w+|inventar\w+|ringraziar\w+|dar\w+|rispond\w+|emoji|le |gli |i )).{4,}|niente (?:più )?(?!(?:da|di|tempo|paura|panico|male|problemi|funziona)\b)\w+.*\b(?:più|nel|nei|nelle|per favore|nelle|mai|in)\b.*|mai più .{4,}",
    ),
    (
        "preference",
        r"(?!(?:lui|lei|questo|è|mi|io)\b)(?:\w+ ){0,3}(?:sempre|mai) (?:in|con|senza|per|su|prima|dopo|a)(?! (?:ritardo|tempo|me|casa|orario|vita)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:questo|ciò)\b)[\w .'/+-]{2,50} (?:è|sono|resta|restano) (?:per noi |assolutamente )*(?:fuori discussione|esclus\w+|vietat\w+|tabù|proibit\w+|non negoziabil\w+|inaccettabil\w+)\b.*",
    ),
    (
        "constraint",
        r"(?:noi |il \w+ |la \w+ |nostr\w+ \w+ )?(?:abbiamo|accetta|supporta|ha|ci sono) (?:solo|soltanto|solamente)\b(?!.*\b(?:minut\w|ore|ancora)\b).*\d.*",
    ),
    (
        "decision",
        r"(?:a partire )?dal(?:la)? (?:versione|v\d|\d{4}|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|prossim\w+ (?:versione|release))\b(?!.* (?:alla|al) \d).{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:mi[ao]|nostr[oa]) (?:moglie|marito|madre|padre|figlio|figlia|sorella|fratello|nonna|nonno|capo)) (?:non (?:mangia|beve|sopporta|tollera|lavora|parla|può (?:mangiare|bere|fare))|gestisce|dirige|si occupa di|odia|adora|preferisce|lavora (?:solo|da)|vive a|abita|parla(?! troppo)|è (?:allergic\w+|vegetarian\w+|vegan\w+|celiac\w+|responsabile|incinta|in maternità))\b.*",
    ),
    (
        "fact",
        rf"(?!(?:fai|manda|ricordami|metti|aggiungi|prenota|invia)\b)(?!.*\b(?:rompe|fallisce)\b)(?=.*\b(?:è|sono|ho|abbiamo|ha|lavor\w+|chiude|apre|si \w+|facciamo|c'è|\w+iamo|vado|non)\b)(?:(?:il|la|di) {_GIORNO}\b.*|.*\b(?:ogni (?:{_GIORNO}|settimana|mese|anno|giorno|sera|mattina)|tutti i (?:{_GIORNO}|giorni|mesi)|(?:il|la) (?:primo|secondo|terzo|ultimo|prima|ultima) {_GIORNO})\b.*)",
    ),
    (
        "fact",
        r"(?:il|la|lo|i|le|l'|nostr\w+)\s?(?!(?:test|codice|file|errore|funzione|pagina|build|riga)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:è|sono) (?:sempre )?(?:su|sul|sulla|al|nel|nella|in|dietro) (?=.*(?:porta|sala|piano|versione|edificio|stanza|armadio)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:questo|ciò|io|tu|è|il (?:testo|risultato|totale|bottone)|la somma)\b)[\w' -]{2,45}? (?:è|sono|inizia|finisce|costa|dura|si chiama|scade|ha|apre|chiude)\b(?=[^,]*(?:\d|\b(?:primo|secondo|ultim)\w*\b))[^,]{1,80}, (?:e )?non (?!(?:so|solo|è|più|male)\b)\w.+",
    ),
)

_FEIRA: Final = r"(?:segundas?|terças?|quartas?|quintas?|sextas?)(?:-feiras?)?|sábados?|domingos?"
PORTUGUESE: Final = rules_of(
    (
        "preference",
        r"(?:por favor,? )?(?:para|pare|parem) de (?:me )?(?:usar|utilizar|adicionar|escrever|começar|terminar|colocar|pôr|botar|dizer|repetir|resumir|explicar|propor|sugerir|perguntar|chamar|mandar|enviar|traduzir|comentar|inventar|supor|adivinhar|agradecer|dar|criar|responder|falar|pedir)\b(?!(?: isso| isto)\b).+|(?:chega de|nada de|sem mais|nunca mais) (?!(?:tempo|tiempo|problemas?|espaço|perguntas?|isso|novo|mais|nuevo|eso|dúvidas?)\b).{4,}",
    ),
    (
        "preference",
        r"(?!(?:ele|ela|isso|é|eu|está)\b)(?:\w+ ){0,3}(?:sempre|nunca) (?:em|com|sem|por|no|na|antes|depois|a)(?! (?:ponto|tempo|mim|casa|dia)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!(?:isso|isto)\b)[\w .'/+-]{2,50} (?:é|são|está|estão|fica) (?:para nós |totalmente )*(?:fora de (?:questão|cogitação)|proibid\w+|descartad\w+|vetad\w+|tabu|inegociáve\w+|inaceitáve\w+)\b.*",
    ),
    (
        "constraint",
        r"(?:a gente |nós |o \w+ |a \w+ )?(?:só|apenas|somente) (?:temos|tem|aceita|suporta|há)\b(?!.*\b(?:minutos?|horas?|ainda)\b).*\d.*",
    ),
    (
        "decision",
        r"a partir (?:da (?:versão|v\d|próxima)|de (?:\d{4}|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro))\b.{8,}",
    ),
    (
        "fact",
        rf"{_PERSON}|(?:minha|meu|nossa|nosso) (?:mulher|marido|mãe|pai|filho|filha|irmã|irmão|avó|avô|chefe)) (?:não (?:come|bebe|suporta|tolera|trabalha|fala|pode (?:comer|beber|subir))|cuida d\w|dirige|é quem|odeia|adora|prefere|trabalha (?:só|de)|mora em|fala(?! demais)|é (?:alérgic\w+|vegetarian\w+|vegan\w+|celíac\w+|responsável)|está (?:grávida|de licença))\b.*",
    ),
    (
        "fact",
        rf"(?!(?:faça|faz|manda|envie|me lembre|coloca|adicione|reserve|agende)\b)(?!.*\b(?:quebra|falha)\b)(?=.*\b(?:é|são|tenho|temos|tem|trabalh\w+|fecha|abre|há|se \w+|\w+mos|vou|não|nunca)\b)(?:(?:às|nas|aos|na|no) (?:{_FEIRA})\b.*|.*\b(?:(?:cada|toda|todo|todas as|todos os) (?:{_FEIRA}|semanas?|mês|ano|dias?|noite|manhã)|(?:às|nas|aos) (?:{_FEIRA})|n?a (?:primeira|segunda|última) (?:{_FEIRA}) d[oe])\b.*)",
    ),
    (
        "fact",
        r"(?:o|a|os|as|noss\w+) (?!(?:teste|código|arquivo|erro|função|página|build|linha)\b)[\w'-]+(?: [\w'-]+){0,4}? (?:está|estão) (?:sempre )?(?:em|no|na|atrás) (?=.*(?:porta|sala|andar|versão|prédio|armário|quarto)).*\d.*",
    ),
    (
        "correction",
        r"(?!(?:isso|isto|eu|você|é|o (?:texto|resultado|total|botão)|a soma)\b)[\w' -]{2,45}? (?:é|são|fica|começa|termina|custa|dura|se chama|vence|tem|abre|fecha)\b(?=[^,]*(?:\d|\b(?:primeir|segund|últim)\w*\b))[^,]{1,80}, (?:e )?não (?!(?:sei|só|é|mais|mal)\b)\w.+",
    ),
)

_DEN: Final = (
    r"(?:понедельник\w*|вторник\w*|сред[уыа]м?|четверг\w*|пятниц\w*|суббот\w*|воскресень\w*)"
)
RUSSIAN: Final = rules_of(
    (
        "preference",
        r"(?:пожалуйста,? )?(?:перестань|прекрати|хватит|завязывай) (?:\w+ )?(?:использовать|писать|добавлять|ставить|начинать|заканчивать|называть|спрашивать|говорить|повторять|пересказывать|объяснять|предлагать|присылать|переводить|выдумывать|угадывать|извиняться|благодарить|давать|вставлять)\b.+|(?:больше )?никаких (?!(?:проблем|вопросов|изменений|ошибок|идей)\b)\w+.*|больше не (?:используй|пиши|добавляй|ставь|начинай|делай|присылай|предлагай)\w*.+",
    ),
    (
        "preference",
        r"(?!(?:он|она|это|я|у)\b)(?:\w+ ){0,4}(?:всегда|никогда) (?:в|на|с|без|по|через|до|после|как)(?! (?:порядке|мной)\b) \w+.*",
    ),
    (
        "constraint",
        r"(?!это\b)[\w .'/+-]{2,50}(?: —| -)? (?:для нас |у нас |категорически )*(?:исключено|исключён\w*|под запретом|табу|не вариант|запрещ[её]н\w*|не обсуждается|не рассматрива\w+)\b.*",
    ),
    (
        "constraint",
        r"(?:у (?:нас|меня)|на \w+|наш\w* \w+)\b(?!.*\b(?:минут\w*|час\w*|осталось|ещё|пока)\b).*\b(?:всего|только|лишь)\b.*\d.*",
    ),
    (
        "decision",
        r"(?:начиная )?с (?:версии|v\d|\d{4}|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|следующ\w+ (?:версии|релиза))\b(?!.* (?:до|по) \d).{8,}",
    ),
    (
        "fact",
        r"(?!(?:он|она|оно|они|это|я|мы|ты|вы|всё|все|ничего|никто|тест|сборка)\b)(?:(?-i:[А-ЯЁ][а-яё]+)|(?:моя|мой|наш|наша) \w+) (?:не (?:ест|пь[её]т|переносит|любит|работает по|может есть)|отвечает за|занимается|вед[её]т|руководит|ненавидит|обожает|предпочитает|работает (?:только|из дома|по)|жив[её]т в|говорит по|аллерги\w+|вегетариан\w+|веган\w*|в декрете)\b.*",
    ),
    (
        "fact",
        rf"(?!(?:сделай|пришли|напомни|поставь|добавь|отправь|запланируй)\w*\b)(?!.*\b(?:пада\w+|лома\w+)\b)(?:по {_DEN} .*|.*\b(?:каждый|каждую|каждое|каждые|по|раз в) (?:{_DEN}|недел\w+|месяц\w*|год|день|вечер|утро|ночь|выходным)\b.*)",
    ),
    (
        "fact",
        r"(?:наш\w* )?(?!(?:тест|код|файл|ошибка|функция|страница|сборка|это|я|он|строка)\b)\w+(?: [\w-]+){0,4}? (?:на порту|на порте|висит на|слушает|крутится на|лежит (?:в|на)|находится (?:в|на)|стоит (?:в|на)) .*",
    ),
    (
        "correction",
        r"(?!(?:это|я|ты|сделай|итог|сумма|результат|текст)\b)(?=[^,]*(?:\d|\b(?:перв|втор|последн)\w*\b|(?-i:.[А-ЯЁ])))[\w' .:-]{4,90}, а не (?!(?:только|знаю)\b)\w.+",
    ),
)

CHINESE: Final = rules_of(
    (
        "preference",
        r"(?:请)?(?:别再|不要再|不要每次都?|别每次都?|停止|别总是|不要总是|不准再)(?!(?:问|说|吵)了?\W*$).{3,}",
    ),
    (
        "preference",
        r"(?!(?:你|他|她|它|这|那)).{0,12}(?:一律|永远|始终|总是|每次都?)(?:用|以|按|在|放|写|是|要|先|不)(?!是这样|会|能).{2,}",
    ),
    (
        "constraint",
        r"(?!(?:这|那|它)).{2,30}(?:免谈|不考虑|没得商量|是禁区|绝对不行|不可接受|不在考虑范围).*",
    ),
    (
        "constraint",
        r"(?:我们|我|公司|.{1,10})(?:只有|仅有|总共只有|只支持|只接受)(?!.*(?:分钟|小时|剩)).*\d.*",
    ),
    (
        "decision",
        r"从(?:版本|v?\d[\d.]*(?:版本?|年|月)?|下个?(?:版本|月|季度|年))(?:版)?(?:开始|起)[，,]?.{3,}",
    ),
    (
        "fact",
        r"(?:我(?:的)?(?:妈妈?|爸爸?|老婆|老公|妻子|丈夫|女儿|儿子|姐姐|妹妹|哥哥|弟弟|奶奶|爷爷|同事|老板)|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}|(?-i:[A-Z]\w+))(?:不吃|不喝|对.{1,8}过敏|吃素|负责|主管|讨厌|住在|只会说|怀孕|休产假|不能(?:吃|喝|爬楼)).*",
    ),
    (
        "fact",
        r"(?!(?:提醒|帮我|请|发|给我|安排|我要|我想|做|写|生成)).{0,25}(?:每个?(?:周|星期|礼拜)[一二三四五六日天末]?|每个?月|每年|每天|每晚)(?!都?(?:崩|报错|失败)).{2,}|(?:周|星期)[一二三四五六日天末]我?(?:从不|从来不|不|都).{2,}",
    ),
    (
        "fact",
        r"(?!(?:这|那|它|你)).{2,25}(?:端口是|在端口|运行在|部署在|跑在|放在).*[\dA-Za-z].*",
    ),
    ("correction", r"(?=.*\d)(?!(?:这|那|结果|总|合计)).{2,30}是.{1,25}[，,]\s?不是.+"),
)

JAPANESE: Final = rules_of(
    (
        "preference",
        r"(?!.*(?:落ち|エラー|失敗|壊れ)).{2,40}(?:のは|のを|は)(?:もう)?(?:やめて|止めて)(?:ください|ほしい|くれ)?.*|もう.{2,30}(?:しないで|ないで|使わないで|つけないで|書かないで)(?:ください)?\W*$|毎回.{2,30}(?:しないで|ないで)(?:ください)?\W*$",
    ),
    (
        "preference",
        r"(?!(?:彼|彼女|これ|それ|あなた)).{0,20}(?:必ず|(?<!非)常に|いつも|毎回|すべて|全部)(?!(?:エラー|失敗|同じ)).{2,25}(?:で(?:お願い(?:します)?)?|に(?:する|して(?:ください)?)|こと)\W*$",
    ),
    (
        "constraint",
        r"(?!(?:これ|それ)).{2,30}(?:は|が)(?:うちでは|絶対に?|弊社では)?(?:論外|NG|厳禁|対象外|あり得ない|ありえない|使用不可)(?:です)?.*",
    ),
    (
        "constraint",
        r"(?!.*(?:残り|分しか|時間しか)).{2,30}\d.{0,8}しか(?:ない|ありません|使えない).*",
    ),
    ("decision", r"(?:バージョン|v|ver)?\s?\d[\d.]*(?:版|年|月)?(?:から|以降)(?:は)?.{4,}"),
    (
        "fact",
        r"(?:母|父|妻|夫|娘|息子|姉|妹|兄|弟|祖母|上司|.{1,8}さん|.{1,6}ちゃん)(?:は|が).{0,20}(?:食べられ(?:ない|ません)|食べない|食べません|飲めない|飲めません|担当(?:です|している|しています)?|アレルギー|ベジタリアン|苦手|嫌い|在宅|産休|育休|に住んで).*",
    ),
    (
        "fact",
        r"(?!.*(?:ください|お願い|落ちる|エラー|作って|書いて|出して)).{0,25}(?:毎週|毎月|毎年|毎日|毎晩|毎朝|隔週|第[一二三四1-4][月火水木金土日]曜).{3,}|[月火水木金土日]曜(?:日)?(?:は|には)(?!.*(?:ください|お願い)).{0,12}(?:休み|働かない|働きません|仕事をしない|しません|しない|不在).*",
    ),
    (
        "fact",
        r"(?!(?:これ|それ|エラー)).{2,25}(?:は|が).{0,10}(?:ポート|にある|に置いて|で動いて).*\d.*",
    ),
    (
        "correction",
        r"(?=.*(?:\d|曜))(?!結果|合計).{2,30}(?:は|が).{1,25}(?:です|で)[、,。].{0,3}.{1,20}(?:ではありません|じゃない(?:です)?|ではない(?:です)?)\W*$",
    ),
)

KOREAN: Final = rules_of(
    (
        "preference",
        r"(?:더 ?이상|이제 그만|다시는) .{2,}(?:마|말아|마세요|말아 ?줘|말아주세요|그만해|하지 ?마)\W*$|.{2,40}(?:는|은) (?:거|것)?\s?(?:이제 )?(?:그만|하지 ?마|그만해|그만둬|빼)(?:줘|세요|주세요)?\W*$",
    ),
    (
        "preference",
        r"(?!(?:그|이거|그거|너)).{0,20}(?:항상|무조건|언제나|매번) .{1,20}(?:으로|로|에|에서|부터|만)(?: (?:해|부탁|써|작성).{0,6})?\W*$",
    ),
    (
        "constraint",
        r"(?!(?:이거|그거|이건|그건)).{2,30}(?:은|는|이|가) (?:(?:절대|우리한테) (?:안 돼|안 됩니다)|불가|논외|금물|있을 수 없).*",
    ),
    ("constraint", r"(?!.*(?:분밖에|시간밖에|남은)).{1,30}\d.{0,8}(?:밖에 (?:없|안)|뿐이).*"),
    ("decision", r"(?:버전 ?|v)?\d[\d.]*(?:버전|년|월)?부터(?:는)? .{3,}"),
    (
        "fact",
        r"(?:(?:우리 )?(?:엄마|아빠|아내|남편|딸|아들|누나|언니|형|오빠|동생|할머니|할아버지|팀장님|사장님)|[가-힣]{2,4}(?:씨|님)?)(?:은|는|이|가) .{0,20}(?:못 먹|안 먹|못 마|알레르기|채식|담당|맡고|싫어해|싫어합니다|출산 ?휴가|육아 ?휴직|에 살).*",
    ),
    (
        "fact",
        r"(?!.*(?:줘|주세요|에러|실패|죽|만들어|써\W*$|보여)).{0,25}(?:매주|매월|매달|매년|매일|격주|매일 밤) .{3,}(?:다|어|요|아|해|야)\.?$|[월화수목금토일]요일(?:에는|엔|은) (?!.*(?:줘|주세요)).{0,15}(?:쉬|안 해|일 안|없|않).*",
    ),
    (
        "fact",
        r"(?=.*[\dA-Za-z])(?!(?:이거|그거|에러)).{2,25}(?:은|는|이|가) .{0,15}(?:포트|번 포트|에 있|에서 돌아).*",
    ),
    (
        "correction",
        r"(?=.*(?:\d|요일))(?!결과|합계).{2,30}(?:은|는|이|가) .{1,25}(?:지|고|이야|입니다)[,.]? .{1,20}(?:이|가)? ?아니(?:야|에요|라고|ㅂ니다|다)\W*$",
    ),
)
