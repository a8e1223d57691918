"""What marks a sentence as worth keeping from outside it, in twelve languages.

Pure data, chosen by hand, as `capture_words` says: a cue before or behind the sentence, a label
and a colon, an agent that did not know.
"""

# ruff: noqa: E501, RUF001 -- a way to say it stands on one line, in its own script

from typing import Final

from vaultwatch.memories.capture_words import found

OUTRIGHT: Final = found(
    r"\W*(?:(?:and|but|so|oh|ok(?:ay)?|also|please|thanks|und|aber|bitte|danke|ach|et|mais|merci|y|pero|gracias|e|ma|grazie|mas|obrigad[oa]|en|maar|bedankt|i|ale|dzięki|и|а|но|спасибо|ещё|还有|另外|好的?|あと|それと|그리고|참)\b[\s,.:!，、]*)*"
    r"(?:(?:please )?note(?: please)? that\b|(?:please |just |always )*(?:keep in mind|bear in mind|remember|don'?t forget|be aware|mind you|for future reference|for the record)(?:(?: please)?(?:,? that\b|:|,)| (?=(?:i|we|he|she|they|my|our|mum|mom|dad)\b))"
    r"|(?:like|as) i (?:said|told you)(?: before| already| earlier| yesterday)?[:,]? (?=(?:that|the|our|my|we|i|mum|mom|dad)\b.*(?:\b(?:is|are|has|have|was|must|can'?t|never|always|only|don'?t|comes?|runs?|works?|starts?|prefer)\b|'(?:re|s|m)\b))(?:that )?|i(?:'ve| have)? (?:already )?(?:said|told you|mentioned)(?: before| already)? (?=(?:that|the|our|my|we|i|mum|mom|dad)\b.*(?:\b(?:is|are|has|have|was|must|can'?t|never|always|only|don'?t|comes?|runs?|works?|starts?|prefer)\b|'(?:re|s|m)\b))(?:that )?"
    r"|(?:merk|merke|notier) dir(?: bitte| mal)*(?:,? dass\b|:)|denk(?:e)? (?:bitte )?daran,? dass\b|(?:bitte )?(?:beachte|bedenke|vergiss nicht)(?: bitte)?(?:,? dass\b|:)|ich hab\w* (?:dir )?(?:doch |schon )*gesagt,? dass "
    r"|notez? (?:bien )?que\b|(?:retiens|n'oublie pas|souviens-toi|garde en tête|sache|rappelle-toi)(?: bien)?(?: que\b| qu'|\s?:)|j'ai (?:déjà )?dit que "
    r"|(?:ten en cuenta|recuerda|acuérdate de|no olvides|apunta|anota|toma nota de)(?: que\b|:)|(?:ya )?te (?:he dicho|dije) que "
    r"|(?:tieni (?:presente|a mente|conto)|ricorda(?:ti)?|non dimenticare|annota(?:ti)?|segnati)(?: che\b|:)|ti ho (?:già )?detto che "
    r"|(?:lembr[ea](?:-se)?|tenha em mente|não (?:se )?esqueç\w+(?: de)?|anot[ea]|tem em conta)(?: que\b|:)|(?:já )?(?:te )?(?:disse|falei) que "
    r"|(?:onthoud|houd er rekening mee|hou er rekening mee|vergeet niet|noteer|let op)(?: even)?(?:,? dat\b|:)|ik (?:heb al gezegd|zei(?: al)?) dat "
    r"|(?:pamiętaj|zapamiętaj|miej na uwadze|nie zapominaj|zanotuj|weź pod uwagę)(?:,? że\b|:)|mówił[ae]m(?: już)?,? że "
    r"|(?:учти|учитывай|имей в виду|запомни|помни|не забывай|запиши)(?: пожалуйста|, пожалуйста)?(?:,? что\b|:)|я (?:же |уже )*говорила?,? что "
    r"|(?:请)?(?:记住|记得|记一下|注意|别忘了|记下来)[，,：:]\s?|我(?:说过|之前说过|已经说过)[，,：:]?\s?"
    r"|(?:覚えておいて(?:ください|ほしい)?|メモして(?:ください)?|忘れないで(?:ください)?|注意して(?:ください)?)[、,：:。]\s?|(?:前にも?|さっき)言(?:った|いました)(?:けど|が|ように)[、,]?\s?"
    r"|(?:기억해 ?(?:줘|둬|주세요)?|잊지 ?마(?:세요)?|명심해|알아 ?둬)[,:\s]+|(?:아까|전에) 말했(?:듯이|지만)[,\s]+)\s*"
)
"""A speaker says that what follows is to be remembered, or that they said it before."""
BACK: Final = found(
    r"\W*(?:(?:and|so|please|bitte|also|und|et|y|e|en|i|и)\b[\s,]*)*(?:(?:please )?(?:keep (?:that|this|it) in mind|bear (?:that|this) in mind|(?:always )?remember (?:that|this|it)|note (?:that|this) (?:down|somewhere)|make a note(?: of (?:that|this|it))?|write (?:that|this) down|don'?t forget (?:that|this|it)|for next time|for future reference|just so you know)(?: please| always| for (?:next time|later|the future|good))*"
    r"|(?:merk dir das|denk (?:bitte )?(?:immer )?daran|behalt(?:e)? das im kopf|notier dir das|vergiss das nicht|berücksichtige das(?: bitte)?(?: immer)?|nur damit du'?s weißt)(?: bitte| immer| für (?:später|die zukunft|künftig))*"
    r"|(?:retiens-le|retiens (?:bien )?(?:ça|cela)|note-le|note (?:ça|cela)|n'oublie pas (?:ça|cela)|garde (?:ça|cela) en tête|tiens-en (?:toujours )?compte)"
    r"|(?:tenlo (?:siempre )?en cuenta|recuérdalo|apúntalo|anótalo|no lo olvides|que no se te olvide)(?: siempre| por favor)*"
    r"|(?:tienilo (?:sempre )?(?:a mente|presente)|ricordatelo|ricordalo|segnatelo|non dimenticarlo|tienine (?:sempre )?conto)"
    r"|(?:lembre-se disso|lembra disso|tenha isso em mente|anota isso|anote isso|não (?:se )?esqueça disso)(?: sempre)?"
    r"|(?:onthoud dat|houd daar (?:altijd )?rekening mee|hou daar (?:altijd )?rekening mee|vergeet dat niet|noteer dat)(?: altijd| even)*"
    r"|(?:zapamiętaj to|pamiętaj o tym(?: zawsze)?|zanotuj to|nie zapomnij o tym|miej to (?:zawsze )?na uwadze)"
    r"|(?:(?:всегда )?(?:учитывай|учти|запомни|помни|имей) (?:это|об этом)(?: в виду)?(?: всегда)?|не забывай об этом|запиши это)"
    r"|(?:请)?(?:记住|记下|注意|牢记)(?:这一?点|这个|这件事|了)?吧?|(?:これ|それ|この点)(?:は|を|も)?(?:覚えて|メモして|忘れないで|念頭に置いて)(?:おいて)?(?:ください)?|(?:覚えておいて|メモしておいて)(?:ください|ね)?"
    r"|(?:이거|이건|이 점|그거|그 점)(?:을|은|는)? ?(?:꼭 )?(?:기억해|명심해|잊지 마|알아)(?: ?(?:줘|둬|세요|주세요))?|(?:꼭 )?기억해 ?(?:둬|줘|주세요))\W*$"
)
"""The whole sentence says that the one before it is to be remembered."""
DECIDES: Final = found(
    r"\W*(?:(?:ok(?:ay)?|so|right|also|gut|bon|bueno|vale|allora|então|dus|więc|итак|ладно|好的?)\b[\s,.:!，]*)*"
    r"(?:(?:(?:the|our|my|final|die|la|le|a|de|nasza|наше|最终|最后的?) ){0,2}(?:decision|resolution|verdict|entscheidung|beschluss|décision|decisión|decisione|decisão|besluit|beslissing|decyzja|ustalenie|решение|决定|结论|決定事項|決定|결정|결론)(?: (?:of|from|von|de|di|van|od|z|от) [^:]{2,30})?\s?[:：]"
    r"|(?=[^:]{2,80}\b(?:we|i|wir|ich|on|nous|j'ai|hemos|decidimos|abbiamo|nós|hebben|my|мы)\b|[^:]{2,80}(?:śmy|ли)\b)[^:]{2,80}\b(?:decided|agreed|settled|entschieden|geeinigt|beschlossen|festgelegt|décidé|convenu|decidido|acordado|quedado|acordamos|combinamos|deciso|concordato|stabilito|besloten|afgesproken|ustaliliśmy|postanowiliśmy|uzgodniliśmy|zdecydowaliśmy|решили|договорились)(?: [\w ]{0,20})?:|(?:我们|我)?[^：:]{0,10}(?:决定|商定|说好)(?:了)?[：:]|[^：:]{0,15}(?:決めました|決まりました|決めた|결정했어|정했어|결정했습니다)[：:])\s*"
)
"""What stands behind the colon was decided."""
RULES: Final = found(
    r"\W*(?:(?:also|one more|another|noch eine|encore une|otra|un'altra|outra|nog een|jeszcze jedna|ещё одно) )?(?:(?:house|team|project|general|my|our|hard|golden|simple|new|the|unsere|meine|neue|la|notre|ma|mi|nuestra|nostra|minha|nossa|onze|mijn|nasza|moja|наше|моё|我们的|我的) ){0,3}(?:rules?|conventions?|policy|preferences?|guideline|regel|konvention|vorgabe|règle|consigne|convention|préférence|regla|norma|convención|preferencia|regola|convenzione|preferenza|regra|convenção|preferência|afspraak|voorkeur|zasada|reguła|konwencja|правило|规则|约定|规矩|ルール|決まり|規則|규칙|원칙)\s?[:：]\s*"
)
"""What stands behind the colon is a rule."""
_DID_NOT_KNOW = r"(?:i (?:don'?t|do not) (?:know|have|remember|see)|i can'?t tell|no,? (?:sorry|idea)|i'?m not sure|i have no|not in (?:your|my|the) notes|weiß ich nicht|das weiß ich|keine ahnung|ich finde (?:dazu )?nichts|je ne sais pas|aucune idée|no lo sé|no sé|non lo so|não sei|ik weet het niet|geen idee|weet ik niet|nie wiem|не знаю|我不知道|不清楚|わかりません|知りません|모르겠)"
UNKNOWN: Final = found(rf"(?:\W|sorry|entschuldigung|désolé|perdón|scusa|desculpe)*{_DID_NOT_KNOW}")
"""Opens an agent's turn: it did not know what it was asked."""
TELLS: Final = found(
    r"(?:(?:it'?s|it is|that'?s|they'?re|(?:she|he)'s|we use|es ist|das ist|c'est|on utilise|nous utilisons|se llama|usamos|lo lleva|è|si chiama|é|chama-se|het is|dat is|we gebruiken|to jest|to|używamy|это|мы используем)\s(?!(?:ok|okay|fine|gut|egal|true|right|wrong|too|so|not|just|a pity|weird|strange|a shame|sad|komisch|schade|nicht|dommage|pas|grave|bon|niente|tudo|nic|jammer|niet|странно|не|all|good|alright|broken|in the)\b)(?=\S*[\w-]{3}).{2,}|(?:是|我们用的?是?|叫).{2,}|.{2,30}(?:です|を使っています)。?$|.{2,30}(?:이야|야|입니다|예요|이에요|써)\.?$)"
)
"""What a user answers their own question with, where the agent did not know."""
SAID_ELSEWHERE: Final = found(
    r"\b(?:(?:not|n't) [^,.]{1,60} (?:like|as)|(?:whatever|no matter what|regardless of what|contrary to what|unlike what)) (?:the|that|this|your|my|our|his|her) (?:\w+ )?(?:docs?|documentation|readme|wiki|article|book|mail|email|message|log) (?:says?|said|claims?|states?|tells? you)\b"
)
"""Names what says otherwise: the sentence is the speaker's own for all that."""
