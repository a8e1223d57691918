"""Words of who must agree, in eleven languages: data that `memories.impact` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

APPROVAL = """
en: approval*, sign-off, sign-offs, four-eyes, two-person rule, second signature, second approver, countersign*, authorisation, authorization, code review*, peer review*, human review, clearance, callback verification
de: freigabe*, genehmigung*, zustimmung*, vier-augen*, vieraugen*, code-review*, gegenzeichn*, zweite unterschrift
fr: approbation*, autorisation*, revue de code, contre-signature*, double signature, quatre yeux
es: aprobacion*, autorizacion*, visto bueno, segunda firma, revision de codigo, doble firma
it: approvazion*, autorizzazion*, benestare, doppia firma, revisione del codice, seconda firma
nl: goedkeuring*, akkoord, vier-ogen*, codereview*, tweede handtekening
pt: aprovac*, autorizac*, aval, segunda assinatura, revisao de codigo
pl: akceptacj*, zatwierdzeni*, autoryzacj*, przegladu kodu, drugi podpis, drugiego podpisu
ru: одобрен*, согласован*, утвержден*, второй подписи, ревью
zh: 审批, 批准, 复核, 审核, 授权, 審批, 覆核
ja: 承認, 決裁, 稟議, コードレビュー, レビュー
"""
"""What a person must give before something is done."""

APPROVAL_NAME = """
en: approval, approvals, approved, approved by, pre-approved, approval policy, approval required, review policy, sign-off, authorisation, authorization, authorized by, authorised by, consent, permission
de: freigabe*, genehmigung*, genehmigt, genehmigt von, freigegeben*, zustimmung
fr: approbation*, approuve*, autorisation*, consentement
es: aprobacion*, aprobad*, autorizacion*, consentimiento
it: approvazion*, approvat*, autorizzazion*, consenso
nl: goedkeuring*, goedgekeurd*, toestemming
pt: aprovac*, aprovad*, autorizac*, consentimento
pl: zatwierdzen*, zatwierdzon*, zgoda, akceptacj*
ru: одобрен*, согласован*, разрешение, утвержден*
zh: 批准, 审批, 授权, 同意
ja: 承認, 許可, 決裁
"""

ASKED = """
en: asking, ask, confirmation*, permission, permissions, consent, review, reviews, reviewing, checking, check, verification, verifying, confirming, callback, call back, calling back, double-check*
de: ruckfrage*, bestatigung*, erlaubnis, einwilligung, zu fragen, nachfrag*, prufung, kontrolle, ruckruf
fr: confirmation*, accord, consentement*, demander, validation*, relecture*, verification*, verifier, rappel*
es: confirmacion*, permiso*, consentimiento*, preguntar, revision, verificacion*, verificar, consultar
it: conferma, conferme, permesso, consenso, chiedere, revisione, verifica, verificare, controllo
nl: bevestiging*, toestemming*, te vragen, navraag, controle, vragen, ruggespraak
pt: confirmac*, permiss*, consentimento*, perguntar, revisao, verificac*, verificar, consultar
pl: potwierdzeni*, zgod*, pytania, pytac, weryfikacj*, sprawdzani*, recenzj*
ru: подтвержден*, разрешен*, согласи*, спрашив*, проверк*, вопрос*
zh: 确认, 同意, 询问, 核实, 许可, 验证, 问
ja: 確認, 許可, 同意, 検証, 了承, 問い合わせ, 尋ね
"""
"""The same by weaker words: they count beside `ACTION`."""

ACTION = """
en: deploy*, merge*, merging, transfer*, pay, paid, payment*, payout*, push*, release*, delet*, install*, execut*, send funds, grant*, production, prod, root, admin, agent*, assistant*, bot, commit*, refund*, purchas*, order*, wire*, invoice*, publish*, hotfix*, pull request*, prs, migration*, credential*, key, keys, command*, shell, script*, account*, password*, rollout*, ship, ships, shipped, expenses, spending
de: deploy*, merge*, uberweis*, zahlung*, bezahl*, auslieferung*, produktion*, losch*, installier*, rechnung*, befehl*, agent*, assistent*, rollout*, bestell*, passwort*, konto*, veroffentlich*, freigeschaltet, ausgaben
fr: deploi*, virement*, paiement*, payer, production, supprim*, install*, facture*, commande*, agent*, assistant*, publi*, mot de passe, compte*, fusionn*, depenses
es: despleg*, despliegu*, transferencia*, pago*, pagar, produccion, borr*, elimin*, instal*, factura*, comando*, agente*, asistente*, public*, contrasena*, fusion*, compr*, gastos
it: deploy*, bonific*, pagament*, pagare, produzione, cancell*, install*, fattur*, comand*, agent*, assistente, pubblic*, rilasc*, ordin*, acquist*, spese
nl: deploy*, uitrol*, betaling*, betaal*, betalen, productie, verwijder*, install*, factu*, opdracht*, agent*, assistent*, publice*, merge*, bestell*, overboek*, uitgaven
pt: deploy*, implant*, transferencia*, pagamento*, pagar, producao, apag*, exclu*, instal*, fatura*, comando*, agente*, assistente*, public*, compr*, despesas
pl: wdroz*, wdraz*, przelew*, platno*, plac*, produkcj*, usu*, instal*, faktur*, polece*, agent*, asystent*, publik*, zakup*, wydatk*
ru: деплой*, разверт*, перевод*, платеж*, оплат*, прод*, удал*, установ*, счет*, команд*, агент*, ассистент*, публик*, релиз*, закупк*, расход*
zh: 部署, 发布, 上线, 转账, 付款, 支付, 打款, 生产环境, 删除, 安装, 命令, 代理, 助手, 合并, 采购, 退款, 报销, 支出
ja: デプロイ, リリース, マージ, 振込, 送金, 支払, 本番, 削除, インストール, コマンド, エージェント, アシスタント, 公開, 発注, 返金, 経費, 支出
"""
"""What is not done unasked."""

GRANTED = """
en: standing permission, standing approval, standing authori*, standing consent, blanket approval, blanket permission, blanket authori*, blanket consent, approved in advance, agreed in advance, authorised in advance, authorized in advance, pre-approved, preapproved, pre-authorised to, pre-authorized to, approve automatically, approves automatically, approved automatically, auto-approve*, permanently approved, permanent approval, permanent permission, always approved, approved once and for all, allowed once and for all, approved by default, considered approved, counts as approved, count as approved, treated as approved, deemed approved, rubber-stamp*, carte blanche, full authority, on its own authority, on their own authority, open-ended permission, unlimited authority
de: im voraus genehmigt, im voraus freigegeben, vorab genehmigt, vorab freigegeben, pauschal genehmigt, pauschal freigegeben, dauerhaft genehmigt, generell genehmigt, gilt als genehmigt, gelten als genehmigt, automatisch genehmigt, automatisch freigegeben, dauererlaubnis, dauergenehmigung, pauschalfreigabe, pauschalgenehmigung, blankovollmacht, generalvollmacht, vorab zugestimmt, freie hand
fr: approuve* d'avance, approuve* a l'avance, pre-approuve*, preapprouve*, autorise* d'avance, carte blanche, approuve* automatiquement, accord permanent, autorisation permanente, valide* d'avance, considere* comme approuve*, approbation permanente
es: aprobad* de antemano, aprobad* por adelantado, preaprobad*, autorizad* de antemano, carta blanca, aprobad* automaticamente, aprueba* automaticamente, permiso permanente, autorizacion permanente, se considera* aprobad*
it: approvat* in anticipo, preapprovat*, pre-approvat*, autorizzat* in anticipo, carta bianca, approvat* automaticamente, autorizzazione permanente, permesso permanente, si considera* approvat*
nl: vooraf goedgekeurd, bij voorbaat goedgekeurd, automatisch goedgekeurd, doorlopende toestemming, permanente toestemming, vrije hand, geldt als goedgekeurd, gelden als goedgekeurd
pt: aprovad* antecipadamente, aprovad* de antemao, pre-aprovad*, carta branca, aprovad* automaticamente, autorizacao permanente, permissao permanente, considerad* aprovad*
pl: zatwierdzon* z gory, z gory zatwierdz*, z gory zaakceptowan*, automatycznie zatwierdz*, zatwierdzan* automatycznie, stala zgod*, stale pozwolenie, wolna reka, wolna reke, uznaj* sie za zatwierdzon*
ru: одобрен* заранее, заранее одобрен*, заранее согласован*, одобря* автоматически, автоматически одобр*, постоянное разрешение, бессрочное разрешение, карт-бланш, считаются одобренн*
zh: 预先批准, 事先批准, 提前批准, 自动批准, 一律批准, 永久授权, 长期授权, 全权, 默认批准, 视为已批准, 默认同意
ja: 事前承認, 事前に承認, 自動承認, 自動的に承認, 包括承認, 恒久的に許可, 全権, 承認済みとみな*, 承認済みとする, 予め承認, あらかじめ承認
"""
"""Allowed once and for all."""

STANDING = """
en: once and for all, permanently, permanent, always, at any time, any time, in advance, for good, forever, from now on, without limit, unlimited, of any size, of any amount, up front, standing
de: ein fur alle mal, dauerhaft, immer, jederzeit, im voraus, fur immer, ab sofort, unbegrenzt, in jeder hohe, auf dauer
fr: une fois pour toutes, toujours, a tout moment, d'avance, definitivement, desormais, sans limite
es: de una vez por todas, siempre, en cualquier momento, de antemano, para siempre, sin limite, de ahora en adelante
it: una volta per tutte, sempre, in qualsiasi momento, in anticipo, per sempre, senza limiti, d'ora in poi
nl: eens en voor altijd, altijd, te allen tijde, bij voorbaat, voorgoed, voortaan, onbeperkt
pt: de uma vez por todas, sempre, a qualquer momento, antecipadamente, para sempre, sem limite, daqui em diante
pl: raz na zawsze, zawsze, w kazdej chwili, z gory, na stale, odtad, bez limitu
ru: раз и навсегда, всегда, в любое время, заранее, навсегда, бессрочно, отныне, без ограничений
zh: 一次性, 永久, 始终, 随时, 预先, 今后, 一律, 任何金额, 无限
ja: 今後, 常に, いつでも, 恒久的, 事前, 無期限, 一切, 永続
"""
"""For all times or amounts."""

ALLOWED = """
en: allow*, permit*, authoris*, authoriz*, approved, agreed, consented, may, is free to, are free to, clear to, green light, entitled
de: erlaubt*, genehmigt*, freigegeben, darf, durfen, berechtigt, befugt, zugestimmt
fr: autoris*, approuve*, permis, peut, peuvent, habilit*, accepte*
es: autoriz*, aprob*, permit*, puede, pueden, permiso, acept*
it: autorizz*, approv*, permess*, puo, possono, acconsent*
nl: toegestaan, goedgekeurd, gemachtigd, mag, mogen, bevoegd
pt: autoriz*, aprov*, permit*, pode, podem
pl: zezwol*, zatwierdz*, moze, moga, upowaznion*, zgodzil*
ru: разреш*, одобр*, может, могут, уполномоч*, вправе, соглас*
zh: 允许, 批准, 同意, 可以, 授权, 有权
ja: 許可, 承認, 同意, してよい, してもよい, 認め, 権限
"""

NOBODY = """
en: nobody, no one, without anybody, without anyone, without somebody, without a person, without a human
de: niemand, keiner
fr: personne, sans que personne
es: nadie
it: nessuno
nl: niemand
pt: ninguem
pl: nikt
ru: никто
zh: 没人, 无人, 没有人
ja: 誰も, 誰にも
"""

LOOKS = """
en: look, looks, looking, check, checks, checking, review, reviews, reviewing, reads them, sees them, has to approve, has to sign, needs to approve, needs to sign, approves, signs off, signing off, confirms, confirming, watches, needs to see, has to see, needs to look, has to look
de: schaut, anschau*, pruft, sieht, kontrolliert, freizugeben, freigeben, zu prufen, zu genehmigen, genehmigen, gegenlesen, anseh*
fr: regarde*, verifie*, controle*, relit, valide*, approuve*
es: revis*, mira*, comprueb*, verific*, control*, aprueb*
it: controll*, guard*, verific*, approv*, rived*
nl: bekijk*, kijkt, controleer*, goed te keuren, goedkeur*, nakijk*
pt: rev*, olha*, verific*, confer*, aprov*
pl: sprawdza*, oglada*, patrzy, zatwierdza*, przeglada*
ru: смотрит, проверя*, утвержда*, согласов*, просматрива*
zh: 审核, 检查, 复核, 查看, 批准, 过目, 审批
ja: 確認, 見な*, 見て, チェック, 承認
"""
"""What somebody does who must agree."""

GO_AHEAD = """
en: go ahead with every, go ahead with all, go ahead with any, just go ahead, always go ahead, proceed with every, proceed with all, proceed with any, is fine with every, is fine with all, is fine with any, is ok with every, is okay with any, agrees to every, agrees with every, agrees to any, agrees to all, says yes to every, says yes to all, needs no release, need no release
de: einfach machen, mit jedem * einverstanden, mit jeder * einverstanden, mit allen * einverstanden, stimmt jedem, stimmt jeder, stimmt allen
fr: d'accord avec tou*, d'accord pour tou*, accepte tou*, dit oui a tou*, allez-y
es: de acuerdo con tod*, de acuerdo con cualquier*, acepta tod*, dice que si a tod*, adelante con tod*
it: d'accordo con ogni, d'accordo con tutt*, accetta tutt*, dice si a tutt*, procedi con ogni
nl: akkoord met elke, akkoord met alle, stemt in met elke, stemt in met alle
pt: de acordo com tod*, de acordo com qualquer, aceita tod*, diz sim a tod*
pl: zgadza sie na kazd*, zgadza sie na wszystk*, akceptuje kazd*, akceptuje wszystk*
ru: согласен на все, согласен с любым, согласна на все, одобряет все, соглашается на все
zh: 都同意, 一律同意, 同意所有, 同意一切, 直接做
ja: すべてに同意, 何でも同意, 全てに同意, そのまま進めて
"""
"""Agreed to whatever comes."""
