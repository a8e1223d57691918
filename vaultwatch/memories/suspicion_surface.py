"""Measure on a sentence's surface what speaks for an order to the model that reads it.

Pure and linear; called by `memories.suspicion_learned`. Each signal is 0 to 1, most of them 0 or 1.
Words of the larger European languages and of Chinese, Japanese and Korean stand beside English
ones: for those the model of meaning, which knows English, says little.
"""
# ruff: noqa: E501, RUF001 -- a signal's words stand on one line, in their own letters

import math
import re
from collections.abc import Mapping
from functools import cache

from vaultwatch.memories.suspicion_readings import Sentence

_TABLE = r"""
please | \b(?:please|pls|plz|kindly|bitte|por favor|s'il (?:te|vous) pla[iî]t|merci de|per favore|alsjeblieft|graag|proszę|пожалуйста|lütfen|tack)\b|请|請|ください|下さい|주세요|세요\b|कृपया|من فضلك
you | \b(?:you|your|yours|yourself|du|dein\w{0,2}|dich|dir|tu|te|tes|ton|vous|votre|vos|usted|tus|você|seu|sua|je|jij|jouw|ты|твой|тебя|вы|sen)\b|你|您|あなた|お前|너는|너의|당신
i | \b(?:i|i'm|i'd|i'll|i've|me|ich|mir|moi|mir|mi|мне|меня|я)\b|我(?!们)|私
my | \b(?:my|mine|mein\w{0,2}|mon|ma|mes|meu|minha|mio|mia|mijn|мой|мои|моему|moj\w{0,2})\b|我的|私の|내\s
we | \b(?:we|our|us|wir|unser\w{0,2}|nous|notre|nos|nosotros|noi|nós|мы|наш\w{0,2})\b|我们|我們
can_you | \b(?:can|could|would|will) you\b|\b(?:kannst du|könntest du|peux-tu|puedes|puoi|você pode|kun je|можешь)\b|你能|你可以|もらえますか|해 ?줘|해줄래
i_want_you | \b(?:i (?:want|need|would like|expect|order|ask|command)|i'd like) (?:you|that you)\b|\b(?:wants?|needs?|asks?|expects?) (?:you|that you|the assistant)\b|\bmöchte, dass du\b|\bveut que tu\b|\bquiere que\b|\bvuole che tu\b
must | \b(?:you|assistants?|agents?|models?|ai|system) (?:must|shall|should|have to|has to|need to|are to|will now|will|may not|cannot|are required to|are going to)\b|\bmusst du\b|\bdu musst\b|\btu dois\b|\bdebes\b|\bdevi\b|你必须|你需要|你应该|なければならない
task | \b(?:your|new|next|real|main|only|current) (?:new |only |next |main )?(?:task|goal|job|mission|objective|instructions?|directive|command|assignment|role)s?\b|\bneue aufgabe\b|\bnouvelle tâche\b|\bnueva tarea\b|\bnuovo compito\b|\bnova tarefa\b|\bnieuwe taak\b|новая задача|新任务|新しいタスク|새 작업
reader | \b(?:ai|a\.i\.|llms?|language models?|chat ?bots?|gpt\w{0,4}|chatgpt|claude|gemini|copilot|bard|ki|ia|ии)\b|人工智能|人工知能|모델|エーアイ
assistant | \b(?:assistants?|assistent\w{0,2}|assistente|asistente|ассистент\w{0,2})\b|助手|アシスタント|어시스턴트
agent | \b(?:agents?|bots?|models?)\b
calls_reader | (?:^|[.!?:>\])*#\s])(?:dear|hey|hi|hello|attention|note to|to|for|as) (?:the |an? |all |any )?(?:ai|assistants?|chatbots?|language models?|llms?|agents?|bots?|gpt|chatgpt|claude)\b|\b(?:if|since|because) you(?: are|'re) an? (?:ai|assistant|language model|llm|chatbot|agent|model)\b
the_user | \b(?:the|this|your|every|any) (?:users?|customers?|humans?)\b|\b(?:der|des|dem) nutzers?\b|l'utilisateur|el usuario|l'utente|o usuário|de gebruiker|пользовател|用户|ユーザー|사용자
tell_user | \b(?:tell|inform|notify|ask|warn|remind|convince|steer|direct|send|give|show|let) (?:the|your|every|any|each) (?:users?|customers?|humans?|readers?|person)\b
ignore | \b(?:ignor\w{0,4}|disregard\w{0,3}|forget|overlook|overrid\w{0,3}|neglect|bypass|discard|scrap|vergiss|vergessen|oublie[rz]?|laisse tomber|olvida|deja de lado|dimentica|esqueça|vergeet|negeer|zapomnij|забудь\w{0,2}|не обращай|unut|glöm|umgeh\w{0,2}|contourne[rz]?|elude|aggira|обойди)\b|绕过|迂回|回避|우회|忽略|忘掉|忘记|不要管|无视|無視|忘れ|気にせず|무시|잊|지우고|건너뛰|신경 쓰지
never_mind | \b(?:never ?mind|instead of|stop (?:what|the|doing|this)|pay no (?:attention|heed)|do not (?:summari[sz]e|answer|translate|follow)|don't (?:summari[sz]e|answer|translate|follow)|cancel\w{0,3}|void|start over|reset)\b
previous | \b(?:previous\w{0,2}|prior|above|earlier|preceding|before this|so far|until now|original|initial|bisherig\w{0,2}|obig\w{0,2}|vorherig\w{0,2}|précédent\w{0,2}|précède|ci-dessus|anterior\w{0,2}|precedente|powyższy|выше|предыдущ\w{0,2})\b|之前|以上|上面|刚才|以前|上の|上記|이전|위의
orders | \b(?:instructions?|directions?|directives?|orders|commands?|guidelines?|rules?|polic(?:y|ies)|restrictions?|anweisung\w{0,2}|regeln?|consignes?|règles?|instrucciones|reglas|istruzioni|regole|instruções|regras|instructies|regels|instrukcje|указани\w|правил\w?|инструкци\w|команд\w)\b|指示|指令|规则|規則|命令|ルール|ポリシー|지시|지침|규칙|명령|정책|تعليمات|قواعد|निर्देश|नियम
prompt | \bprompts?\b|提示词|プロンプト|프롬프트|промпт
your_prompt | \b(?:your|initial|system|hidden|secret|original|first) (?:\w{1,15} )?(?:prompts?|instructions?|rules|message|configuration|setup|guidelines|directives|parameters)\b|\bwere (?:you )?(?:told|given|instructed)\b|\byou (?:were|have been|had been) (?:told|given|instructed)\b
asks_prompt | \b(?:paste|put|post|share|show|print|give|send|tell|repeat|reveal|dump|output|write|list|display|hand|disclose|leak|quote|spell|recite|translate|encode|place|copy|expose|zeige?|nenne|schreibe?|wiederhole|gib|montre|affiche|répète|écris|donne|recopie|muestra|muéstrame|repite|escribe|di|dame|mostra|mostrami|ripeti|scrivi|mostre|repita|escreva|toon|herhaal|schrijf|pokaż|powtórz|napisz|покажи|повтори|напиши|visa)\b[^.!?\n]{0,40}?\b(?:your|dein\w{0,2}|ton|tes|tu|tus|tuo|tua|tuoi|tue|seu|suas?|je|jouw|swój|twój|swoje|твой|твои|свой|свои)\b[^.!?\n]{0,20}?\b(?:system\w{0,1}-?prompts?|prompts?|instruct\w{1,5}|configuration|setup|guidelines|directives|rules|anweisungen|regeln|consignes|règles|instrucciones|reglas|istruzioni|regole|instruções|regras|instrukcje|промпт|указания|инструкции)|(?:시스템 ?프롬프트|システムプロンプト|系统提示词?)[^.!?。\n]{0,20}(?:써|출력|보여|공개|알려|반복|말해|書|見せ|教え|出力|繰り返|重复|告诉|显示|写|给我|输出)
from_now | \b(?:from now on|from here on|from this (?:point|moment)|henceforth|going forward|in (?:all )?(?:future|later|your) (?:chats?|conversations?|answers?|repl(?:y|ies)|responses?)|ab jetzt|ab sofort|von nun an|à partir de maintenant|dorénavant|a partir de ahora|desde este momento|d'ora in poi|a partir de agora|vanaf nu|od teraz|с этого момента|bundan sonra)\b|从现在|これから|今から|지금부터|앞으로|अब से|من الآن
always | \b(?:always|every time|each time|whenever|whatever|no matter|in every|in each|to every|immer|toujours|siempre|sempre|altijd|zawsze|всегда|alltid)\b|永远|总是|いつも|常に|항상
never | \b(?:never|nie|niemals|jamais|nunca|mai|nooit|nigdy|никогда)\b
hush | \b(?:do not|don't|never|without) (?:\w{1,12} ){0,2}(?:tell|tells|telling|mention|mentioning|reveal\w{0,3}|disclos\w{1,3}|inform\w{0,3}|notify\w{0,3}|warn\w{0,3}|explain\w{0,3}|ask\w{0,3}|let)\b|\b(?:silently|secretly|quietly|covertly|without (?:permission|approval|consent|confirmation)|not (?:be )?(?:detected|noticed)|keep (?:this|it) (?:secret|hidden|quiet))\b|sag niemandem|n'en parle|no se lo digas|non dirlo|não conte|никому не|不要告诉|誰にも言わ|아무에게도
no_check | \b(?:without|no|skip|don't need|nobody needs|no need for) (?:any |further |to |the )?(?:confirm\w{0,6}|checks?|checking|approval|asking|questions?|permission|verification|warnings?)\b|ohne rückfrage|sans demander|sin pedir|senza chiedere|sem pedir|без подтверждения|不经确认|確認なし|확인 없이
urgent | \b(?:urgent\w{0,2}|immediately|right away|right now|at once|asap|hurry|now)\b
important | \b(?:important|attention|warning|critical|wichtig|importante?|belangrijk|uwaga|важно)\b|重要|중요
say | \b(?:say|print|output|respond|reply|answer|write|repeat|display|return|reveal|show|list|spell|recite|antworte|schreibe?|réponds|écris|affiche|responde|escribe|rispondi|scrivi|escreva|antwoord|schrijf|odpowiadaj|napisz|отвечай|напиши|покажи)\b|回答|输出|显示|重复|告诉|答え|出力|表示|書い|見せ|教え|대답|답변|출력|보여|공개|알려|써\b
say_quote | \b(?:say|print|output|respond|reply|answer|write|repeat|display|return|state|claim)\b(?: \w{1,10}){0,4}:? ?["“'«„]
only | \b(?:only|just|nothing else|exactly|verbatim|word for word|solely|nothing but|and stop|nur noch|seulement|solo|apenas|alleen|tylko|только|strictly)\b|只能|只输出|だけ|만 대답
persona | \b(?:act(?:ing)? as|act like|pretend\w{0,3}|role ?-?play\w{0,3}|play the|you are now|you're now|you will be|character|persona|imagine|simulate|in the role|stay in|tu so|du bist (?:jetzt|nun)|fais semblant|tu joues|haz como|ahora eres|finja|agora você é|doe alsof|je bent nu|udawaj|jesteś|притворись|теперь ты)\b|你现在是|假装|扮演|ふりをし|今から|인 척
no_rules | \b(?:no|without|free of|free from|any|ignore|all) (?:\w{1,12} ){0,2}(?:rules?|limits?|limitations?|restrictions?|filters?|morals?|ethics|censorship|guidelines|warnings?|boundaries)\b|\b(?:unrestricted|unfiltered|uncensored|jailbreak\w{0,2}|dan)\b
refuse | \b(?:refus\w{1,4}|not allowed|obey\w{0,3}|comply|complies|illegal|unethical|immoral|harmful)\b
send | \b(?:send|email|e-mail|mail|forward|post|upload|share|submit|transmit|schicke?|sende|envoie|envoyer|envía|manda|invia|envie|mande|stuur|wyślij|отправь|gönder|skicka)\b|发送|发到|送信|送って|보내
pay | \b(?:pay|transfer|refund|buy|purchase|order|book|donate|wire|überweise|vire|transfiere|trasferisci|transfira|przelej|переведи)\b|转账|转到|汇款|付款|支付|振り?込|送金|支払|이체|송금|결제
destroy | \b(?:delete|remove|erase|wipe|disable|cancel|unlock|grant|revoke|destroy|lösche|supprime|borra|cancella|apague|verwijder|usuń|удали|sil)\b|删除|解锁|削除|解除|変更する|삭제|해제
fetch | \b(?:open|visit|download|fetch|read|retrieve|access|look up|find|search|check|show me|list)\b
run | \b(?:run|execute|call|install|use the|using the|invoke|trigger|launch|activate|implement)\b
mark_role | (?:^|[\n\[{<(*#])\W{0,4}(?:system|assistant|user|human|ai|instructions?|developer|admin)\W{0,3}(?: ?(?:message|prompt|note|notice|override|update))?\s?[:>\]}]
mark_block | </?(?:system|instructions?|information|important|admin|user|assistant|prompt|secret|task)\b[^>]{0,40}>|\[/?(?:system|inst|instructions?|user|assistant)\b[^\]]{0,20}\]|<\|\w{2,20}\|>
mark_end | (?:end of|-{3,}|={3,}|#{3,}|\*{3,}) ?(?:the )?(?:context|document|text|input|prompt|instructions?|begin|new|page|message)
order_other | [가-힣](?:줘|줘요|해|라|봐|마|어|여|써|세요|시오|시켜)[.!]*\s*$|(?:ください|下さい|しろ|せよ|なさい|[てで]ね?|って)[。！!]?\s*$|^\W*(?:请|請|把|给我|帮我|告诉我|立即|你)|^\W*(?:schicke?|sende|lösche|öffne|zeige?|gib|schreibe?|nenne|überweise|antworte|ignoriere?|vergiss|tu so|mach|hör auf|merke?|envoie|supprime|ouvre|montre|donne|écris|réponds|oublie|arrête|retiens|termine|vire|envía|manda|borra|abre|muestra|muéstrame|escribe|responde|olvida|haz|recuerda|transfiere|invia|cancella|apri|mostra|mostrami|scrivi|rispondi|dimentica|ricorda|trasferisci|envie|mande|apague|mostre|escreva|esqueça|finja|stuur|verwijder|laat|antwoord|doe alsof|onthoud|vergeet|wyślij|usuń|pokaż|napisz|zapomnij|udawaj|zapamiętaj|отправь|удали|открой|покажи|напиши|отвечай|забудь|притворись|запомни|переведи)\b
agent_loop | \b(?:thought|action|observation|final answer|answer)\b ?[:,]|\b(?:task|job|request|step|part|all|everything) (?:is )?(?:now )?(?:done|completed?|finished)\b|\b(?:waiting|ready) for (?:the |your |my )?(?:next|further|new|orders|instructions)
money | [$€£¥]\s?\d|\d\s?(?:[$€£¥]|eur\b|usd\b|btc\b|dollars?|euros?)|\b[a-z]{2}\d{2} ?\d{4}|\baccount\b|口座|账户|賬戶|계좌|\d ?(?:万?円|万?元|만? ?원)
address | [\w.+-]{1,60}@[\w-]{1,60}\.\w
link | https?://|www\.
number | \b(?!(?:19|20)\d\d(?!\d))[a-z]{0,5}-?\d{4,}
secret | \b(?:passwords?|api keys?|credentials?|secrets?|tokens?|private keys?|credit card|bank details|personal (?:data|information|details)|passwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль|ключ|токен|şifre\w{0,4}|lösenord|schlüssel|zugangsdaten|jeton|identifiants|clave|credenciales|chiave|credenziali|chave|sleutel|klucz)\b|密码|密钥|令牌|口令|パスワード|秘密|暗証|キー|トークン|비밀|암호|토큰|키[를을]|كلمة مرور|पासवर्ड
question | [?？؟]\s*$
exclaim | [!！]
quoted | ["“„«「『][^"”“»」』\n]{1,200}["”“»」』]
code | `[^`\n]{1,200}`|```|\b\w{1,30}\(\)|\w::\w
list_mark | ^\s*(?:[-*+]|\d{1,3}[.)])\s
task_mark | ^\s*(?:[-*+]\s)?\[[ xX]\]|\btodo\b
heading | ^\s*#{1,6}\s
table | ^\s*\||\|.{1,200}\|
html | <[a-z!/][^>\n]{0,200}>
copula | \b(?:is|are|was|were|has|have|had|been|ist|sind|war|wurde|est|sont|était|es|son|fue|è|sono|é|são|was|zijn)\b|である|です|だった|있다|이다
reported | \b(?:said|says|wrote|asked|told|decided|agreed|prefers?|wants?|likes?|suggested|confirmed|noted|mentioned|reported|approved|moved|chose)\b
third | \b(?:he|she|they|it|his|her|their|its|this|that|there|these|those)\b
passive | \b(?:is|are|was|were|be|been|being|gets?) (?:\w{1,12} )?\w{2,15}(?:ed|en|wn|lt|nt)\b
doc_modal | \b(?:can|may|might|could|would|should|must|will) (?:be|not|also|only|have)\b
to_see | \b(?:see|note that|for example|e\.g\.|such as|refer to|described in)\b
reminder | \b(?:(?:do not|don't) forget|remember to|vergiss nicht|vergessen sie nicht|n'oublie[rz]? pas|no olvid\w{1,3}|non dimenticare|não esqueç\w{1,3}|vergeet niet|nie zapomnij|не забы\w{1,4}|glöm inte|unutma)\b|别忘|忘れず|잊지
report | \b(?:attack\w{0,3}|inject\w{0,4}|payloads?|detect\w{0,3}|filter\w{0,3}|flag(?:s|ged)|classif\w{0,5}|jailbreaks?|malware|phishing|scanner|test suite|tests?|red team\w{0,3}|erkennt|angriff\w{0,2}|detecta|filtro|filtre|ataques?|attaques?|фильтр\w{0,3}|атак\w{0,3})\b|攻击|识别|过滤|检测|検出|フィルター|攻撃|공격|필터
reveals | \b(?:paste|put|post|share|show|print|give|send|tell|repeat|reveal|dump|output|write|list|display|disclose|leak|quote|read|expose)\b[^.!?\n]{0,40}?\b(?:system\w{0,3} ?prompt|prompt|your (?:\w{1,12} )?(?:instructions|configuration|guidelines)|api.?keys?|passwords?|credentials?|tokens?|private keys?|secrets?)\b|(?:프롬프트|prompt|비밀 ?값|비밀번호|암호|토큰|token|api ?key|키|credential\w?|지시 ?사항)[^.!?\n]{0,25}?(?:출력|보여|읽어|알려|공개|말해|써|print)(?![^.!?\n]{0,6}지 ?(?:마|말|않))|(?:プロンプト|パスワード|秘密|トークン|キー|認証情報)[^。\n]{0,20}?(?:表示|出力|見せ|教えて|書い|公開)(?!ない)|(?:显示|输出|告诉我|给我|展示|打印|泄露)[^。\n]{0,20}?(?:提示词|密码|密钥|令牌|口令)|\b(?:zeige?|nenne|gib|verrate|montre|affiche|donne|muestra|dime|dame|mostra|dammi|mostre|toon|geef|pokaż|podaj|покажи|выведи|назови)\b[^.!?\n]{0,30}?(?:prompt|passw|zugangsdaten|schlüssel|mot de passe|identifiants|contraseña|credenciales|senha|credenziali|wachtwoord|hasło|парол|промпт|ключ)
protects | (?:\b(?:never|do not|don't|nobody|no one|not even|only to|keep|niemand|nie|nicht|nur|ne|n'|jamais|personne|no|nunca|nadie|solo|nessuno|non|mai|ninguém|não|só|nooit|niet|alleen|nikomu|nie|nigdy|tylko|никому|не|никогда|только)\b[^.!?\n]{0,60}?(?:\b(?:codes?|passwords?|keys?|pins?|combination|token|alarmcode\w?|schlüssel|passwort|einmalcode\w?|clés?|mot de passe|código|clave|llave|contraseña|codice|chiave|chave|senha|sleutel|wachtwoord|kod\w?|klucz\w?|hasł\w|код\w?|ключ\w?|парол\w?)\b)|\b(?:codes?|passwords?|keys?|kodu?|код\w?|ключ\w?|парол\w?|code|código|codice|alarmcode)\b[^.!?\n]{0,40}?\b(?:nobody|no one|niemand\w{0,2}|personne|nadie|nessuno|ninguém|nikomu|никому|не)\b)|(?:密码|验证码|钥匙|口令)[^。\n]{0,20}?(?:不|别|只能)|(?:不要|别|不得)[^。\n]{0,20}?(?:密码|验证码|钥匙|口令)|(?:番号|鍵|パスワード)[^。\n]{0,30}?(?:ないで|ない|だけ)|(?:비밀번호|인증번호|열쇠|암호)[^.\n]{0,30}?(?:지 마|지 말|않|만)
only_after | \bonly (?:once|after|when|if)\b|\b(?:not|nothing|don't|never)\b[^.!?\n]{0,50}?\b(?:until|before)\b|\bwait for\b|\bbefore you\b|\bonce (?:the|both|he|she|it|they|\w{2,12} has)\b|\berst(?:,? (?:wenn|nach)| \w{1,12},? wenn)\b|\bbevor\b|\b(?:seulement (?:après|quand)|qu'une fois|avant (?:la|le|que|de))\b|\b(?:solo cuando|hasta que|antes de|después de)\b|\b(?:solo (?:quando|dopo)|prima (?:di|della|del))\b|\b(?:só depois|antes d[aeo])\b|\b(?:pas (?:als|na|nadat)|voordat)\b|\b(?:dopiero|zanim|tylko po)\b|\b(?:только (?:после|когда)|пока не)\b|完了再|之后再|以后再|之前不|才能|てから|するまで|した後|まで[^。\n]{0,20}ない|[한은] (?:다음|뒤|후)에?|기 전에|고 나서
past | \b(?:old|older|last year's|yesterday's|outdated|alte\w?|vorjahr\w{0,2}|vom letzten|ancien\w{0,2}|dernier|passé\w?|antigu\w|viej\w|pasado|vecchi\w|scorso|antig\w|passado|oude?|vorig\w?|star[aey]\w{0,2}|zeszłoroczn\w|стар\w{2}|прошлогодн\w{2})\b|旧|去年|古い|昨年|예전|작년|지난
condition | ^\W{0,6}(?:if|when|unless|once|after|before|while|since|because|although|for|in|on|with|by|to)\b
"""
_OPENS = re.compile(
    r"^[\s\W_]{0,12}(?:(?:please|pls|now|then|first|next|also|and|so|just|kindly|simply|immediately|always|never"
    r"|do not|don't|hi|hello|hey|ok|okay|assistant|important|attention|urgent|note|system)[\s,:!.]{1,4}){0,3}([a-z]{2,14})\b"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VERBS = _words("""
accept access act activate add adopt agree allow analyze analyse answer append apply approve
arrange ask assess assign assist assume attach authorize avoid begin behave book break bring build
buy bypass call cancel change check choose claim clear click close collect come commit compare
complete compose compute confirm connect consider contact continue convert convince copy create
cut deactivate decline decode decrypt define delete deliver deny describe design destroy develop
direct disable disclose discuss display disregard do donate download draft drop edit email emulate
enable encode encourage encrypt end enforce enter erase establish evaluate examine exclude execute
explain export express extract facilitate fetch fill find finish follow forget format forward
generate get give go grant greet guide handle help hide identify ignore imagine implement import
impersonate include increase inform initiate insert install instruct integrate introduce invest
investigate invite invoke issue join keep launch lead leak leave let list listen load locate lock
log look lower maintain make manage manipulate mark mention merge modify monitor move name
navigate notify obey offer omit open operate optimize order organize output override overwrite
paste pay perform pick place plan play point post praise prepare prescribe present pretend prevent
print prioritize proceed process produce promote provide publish pull purchase push put quote
raise rank rate read rebook recall recite recommend record redirect reduce refer refund refuse
register reject relay release remember remind remove rename repeat rephrase replace reply report
request reschedule research reserve reset resolve respond restart restore restrict retrieve return
reveal review revoke rewrite run save say schedule scrape search select sell send set share ship
show sign simulate skip solve speak spell start state steal stop store submit subscribe suggest
summarize summarise switch take talk teach tell terminate test throw tweet track train transfer
translate transmit treat trigger trust try turn type undo unlock unsubscribe update upgrade upload
use validate verify view visit vote wait warn wipe withdraw write
""")
_PAIRED = (
    "please",
    "number",
    "you",
    "my",
    "the_user",
    "your_prompt",
    "say",
    "quoted",
    "address",
    "link",
    "money",
    "only",
    "code",
    "list_mark",
)
_ABROAD = (
    "please",
    "you",
    "my",
    "i_want_you",
    "reader",
    "assistant",
    "the_user",
    "ignore",
    "never_mind",
    "previous",
    "orders",
    "prompt",
    "from_now",
    "always",
    "hush",
    "no_check",
    "important",
    "say",
    "only",
    "persona",
    "send",
    "pay",
    "destroy",
    "order_other",
    "address",
    "link",
    "secret",
    "question",
    "exclaim",
    "quoted",
    "list_mark",
    "reminder",
    "report",
    "number",
    "copula",
    "reveals",
    "protects",
    "only_after",
    "past",
)
_LATIN = re.compile(r"[a-zA-Z\u00c0-\u024f]")
_WORD = re.compile(r"\w+")
_LONG = math.log(MOST := 600)

NAMES: tuple[str, ...] = (
    *(line.split(" | ", 1)[0] for line in _TABLE.strip().splitlines()),
    "orders_first",
    "length",
    "words",
    "capitals",
    "digits",
    "marks",
    "other_script",
    "odd_letters",
    "encoded",
    "foreign",
    *(f"orders_first+{name}" for name in _PAIRED),
    *(f"foreign+{name}" for name in _ABROAD),
    "please+number",
    "say+only",
    "say+quoted",
    "you+prompt",
)
"""The signals, in the order of the weights."""


@cache  # when first needed: compiling takes a while
def _compiled() -> Mapping[str, re.Pattern[str]]:
    table = (line.split(" | ", 1) for line in _TABLE.strip().splitlines())
    return {name: re.compile(pattern) for name, pattern in table}


def surface(sentence: Sentence) -> list[float]:
    """Return the signals of a sentence, in the order of `NAMES`."""
    text = sentence.text
    low = text.lower().replace("\u2019", "'")
    found = [float(pattern.search(low) is not None) for pattern in _compiled().values()]
    seen = dict(zip(_compiled(), found, strict=True))
    abroad = float(sentence.is_foreign)
    opens = _OPENS.match(low)
    is_order = opens is not None and opens[1] in _VERBS
    letters = sum(letter.isalpha() for letter in text) or 1
    size = len(text) or 1
    return [
        *found,
        float(is_order),
        math.log(size + 1) / _LONG,
        min(len(_WORD.findall(text)) / 50, 1.0),
        sum(letter.isupper() for letter in text) / letters,
        sum(letter.isdigit() for letter in text) / size,
        sum(not letter.isalnum() and not letter.isspace() for letter in text) / size,
        1 - min(len(_LATIN.findall(text)) / letters, 1.0),
        float(sentence.disguise == "letters"),
        float(sentence.disguise == "encoded"),
        abroad,
        *(is_order * seen[name] for name in _PAIRED),
        *(abroad * seen[name] for name in _ABROAD),
        seen["please"] * seen["number"],
        seen["say"] * seen["only"],
        seen["say"] * seen["quoted"],
        seen["you"] * max(seen["prompt"], seen["orders"]),
    ]
