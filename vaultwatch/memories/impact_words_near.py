"""Words that count only beside what a person said of a matter: data that `memories.impact_near` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

LOOSE = """
en: no longer, any more, anymore, stopped, gave up, given up, gives up, dropped, anyone, anybody, everyone, everybody, whoever, whatever, whichever, any, every, no matter, does not matter, doesn't matter, does not mind, doesn't mind, by itself, by themselves, by your own, on your own, your own, own judgement, own judgment, own discretion, your judgement, your judgment, your discretion, up to you, you decide, you may, as you like, as you please, as you see fit, see fit, when you like, what you like, what it wants, what they want, straight away, straight off, enough, plenty, suffic*, need not, needn't, need no, needs no, no need, no point, not bother, be bothered, happy for you, fine with, is fine, are fine, trusts, free hand, counts as, count as, taken as, taken for, take your word, takes your word, treated as, leftover, formality, waved, waves, walk in, walks in, lets you, lets anyone, never run out, never runs out, never end, never ends, forever, for good, stay in, open to, opens for, opens to, wide open, from anywhere, reachable, skip, afterwards, stopped caring, don't care, does not care, doesn't care, nobody looks, nobody on, empty, blank, consider, in advance, on sight, is gone, are gone, dissolved, themselves, as often as, just place, just do, just go, just push, just pay, just send, push when, whole internet, as if they, like everyone
de: nicht mehr, keiner mehr, niemand mehr, aufgehort, lasst jeden, lasst alle, jeden, jeder, jedem, jede beliebige, beliebig*, egal, gleich wer, wer auch immer, eigenes, eigenem, eigene, von selbst, von allein, einfach machen, einfach tun, einfach los, genugt, reicht, langt, behelligt, belastigt, storen, du darfst, ihr durft, nach belieben, wie du willst, wie du magst, nach ermessen, ermessen, gilt als, gelten als, steht offen, offen, von uberall, nie ab, entscheidest du, entscheide selbst, du entscheidest, formalitat, nachtraglich, hinterher, durchgewink*, durchwink*, muss nicht, mussen nicht, muss sich *, mussen sich *, braucht nicht, brauchst nicht, traut dir, vertraut dir, schenk*, freie hand, im voraus, kein mensch, winkt
fr: ne * plus, n'* plus, plus besoin, plus la peine, se moque*, peu importe, n'importe qui, n'importe quel*, n'importe ou, quiconque, tout le monde, tu decides, vous decidez, toi-meme, vous-meme, a ta guise, a votre guise, comme tu veux, comme vous voulez, a toi de, inutile, suffit, suffisent, pas la peine, ne derange*, deranger, tu peux, vous pouvez, de lui-meme, d'elle-meme, laisse entrer, laisse passer, n'expire*, jamais fin, libre, libres, apres coup, formalite, fait confiance, font confiance, d'avance, ouvert a, ouverte a, sans rien
es: ya no, da igual, no importa, cualquier*, quienquiera, quien llegue, quien sea, todo el mundo, tu decides, decide tu, decides tu, tu mismo, tu criterio, tu juicio, como quieras, cuando quieras, basta, bastan, deja pasar, deja entrar, dejo de, dejado de, por si solo, por su cuenta, por tu cuenta, no hace falta, no molest*, molestar, confia, abiert* a, nunca caduca*, puedes, formalidad, libre, libremente, desde cualquier, por adelantado, a posteriori, se da por, se dan por
it: non * piu, chiunque, non importa, fai pure, fate pure, di testa tua, da solo, da sola, da se, decidi tu, decidi da, a tuo giudizio, tuo giudizio, come vuoi, quando vuoi, come ti pare, basta, bastano, anche a chi, anche senza, lascia passare, lascia entrare, non serve, disturba*, puoi, si fida, si fidano, aperto a, aperta a, per conto tuo, a cose fatte, formalita, liberamente, qualsiasi, qualunque, ha smesso, in anticipo
nl: niet meer, iedereen, wie dan ook, maakt niet uit, ongeacht, zelf beslis*, zelf bepal*, zelf doen, vanzelf, lastig te vallen, lastigvall*, lastigge*, beslis je, beslis jij, mag je, hoef je, hoeft niet, volstaat, genoeg, staat open, open voor, laat iedereen, laat door, naar eigen, eigen inzicht, achteraf, formaliteit, vertrouwt, gestopt met, welke * ook, elk * dan ook, van overal, vrij spel, op voorhand
pt: ja nao, deixou de, deixaram de, nao * mais, qualquer, toda a gente, todo mundo, tanto faz, nao importa, decides tu, decide tu, voce decide, por ti, por tua conta, por sua conta, como quiseres, como quiser, teu criterio, seu criterio, chega, basta, deixa passar, deixa entrar, sozinho, incomod*, podes, confia em ti, confia, aberto a, aberta a, nunca expira*, a posteriori, formalidade, livremente, dispens*, de antemao
pl: juz nie, nie * juz, kazdego, kazdemu, ktokolwiek, kogokolwiek, wszyscy moga, wszystkich, obojetn*, niewazne, samodzielnie, po swojemu, wedlug uznania, wlasnego uznania, jak chcesz, kiedy chcesz, decydujesz, zdecyduj, wystarcz*, nie musi, nie musza, nie musisz, wpuszcza kazd*, nie przeszkad*, nie zawracaj, nie pytaj, mozesz, otwart*, po fakcie, formalnosc*, ufa, dowoln*, skad kolwiek, przestal*, z gory
ru: больше не, уже не, все равно, любой, любого, любому, любые, каждого, всех подряд, кто угодно, кого угодно, кто бы, откуда угодно, неважно, реши*, решае*, решать, свое усмотрение, своему усмотрению, усмотрени*, как хочешь, как хотите, достаточно, хватит, хватает, не надо, не дерга*, не беспоко*, не отвлека*, не трога*, пускает, пускают, пропускает, можешь, можете, открыт* для, открыт* всем, постфактум, формальност*, доверя*, перестал*, сам по себе, сами по себе, заранее
zh: 不再, 不必, 谁来都, 谁都, 任何人, 所有人都可, 随便, 都行, 都可以, 都放行, 放行, 拿主意, 自己决定, 自行决定, 自行处理, 你来定, 你决定, 你说了算, 就行, 即可, 够了, 足够, 不管, 无论, 别找, 别问, 不问, 直接办, 直接做, 走形式, 走过场, 事后, 敞开, 信得过, 相信你, 一律, 任意, 永不过期
ja: 誰でも, 誰が来ても, 誰であれ, どこからでも, なくてよい, なくていい, なくて済む, 必要ない, いらない, 要らない, 自分で決め, あなたの判断, 自分の判断, 判断で, 自由に, 好きに, 好きな, 任せ, だけでよい, だけでいい, だけで足りる, 足りる, 十分, 通すよう, 通してよい, 素通り, 聞かなく, 聞かずに, 関係なく, かまわない, 構わない, 事後, 形だけ, 形式だけ, 開放, してよい, していい, 進めてよい, 進めていい, なんでも, 何でも, 切れない
"""
"""What takes a rule away: no longer, anybody, as you like, that is enough."""

TAKES = """
en: hand, hands, handed, give, gives, given, bring, brings, brought, drop, drops, dropped, left with, leave with, collects, collected, receives, receive, gets, takes, takes in, keeps, reach, reaches, ends up, end up, lands, land, goes, go, travel, travels, belongs, belong, due to, owed to, owe, owes, settle, settles, settled, forwards, forwarded, routed, via, runs through, past, made out, name of, carry the name, payee, jar, envelope, purse, pot, gathered, gathers, swept, claimed, claim, wired to, transfer to, rather than
de: geben, gibt, gib, gebt, abgeben, abzugeben, abgegeben, bringen, bringt, holt, abholt, abgeholt, kassiert, sammelt, einsammelt, nimmt, entgegen, bekommt, erhalt, empfangt, geht an, gehen an, geht uber, gehen uber, lauft uber, landet, landen, schuld*, weiterleit*, weitergeleitet, zugunsten, kriegt, wandert, wandern, ubergeben, ubergibt, lautet auf
fr: donne, donner, donnez, remet*, remis*, apporte*, recoit, recevoir, encaisse*, recupere*, passe par, passent par, va a, va chez, vont a, vont chez, revient a, reviennent a, doit, devons, doivent, au nom de, confie*, depose*, collecte, ramasse
es: da a, dan a, darle, entreg*, lleva*, recoge*, recibe*, cobra*, recauda*, va a, van a, a nombre de, debemos, deben, pasa por, pasan por, se le da*, se les da*, guarda, queda con, en manos de
it: dai, diamo, dare a, consegn*, porta*, ritira*, riceve*, incass*, va a, vanno a, va alla, vanno alla, dobbiamo, passa da, passano da, passa per, a nome, raccoglie*, in mano, lascia*
nl: geef, geeft, geven, afgeven, afgegeven, breng*, haalt, ophaalt, haalt op, incasseert, ontvangt, krijgt, neemt, gaat naar, gaan naar, gaat via, leg * neer, leg je, legt, verschuldigd, op naam, neer, inlever*, komt bij
pt: dar a, da-se a, entreg*, leva*, recolhe*, recebe*, cobra*, fica com, vai para, vao para, devemos, passa por, passa a ser, em nome, deixa*, guarda, nas maos
pl: oddaj*, oddac, dajemy, daje sie, przekaz*, przynos*, odbier*, dostaje, bierze, zbiera, trafia*, do rak, na nazwisko, zanos*, inkasuje, przyjmuje, placi sie u, winni, nalezy sie
ru: отда*, переда*, вруча*, принос*, забира*, получа*, собира*, идет к, идут к, должны, рассчит*, через, на имя, сдаем, сдавать, принима*, достается, достаются, уходит к
zh: 给, 交给, 交到, 代收, 拿给, 转交, 归, 送到, 塞给, 放到, 放在, 由, 收走, 收着
ja: 渡す, 渡し, 預け, 受け取*, 納め, 届け, 集め, 宛て, 宛に, 経由, が受け, にお願い, に持って
"""
"""Who gets what is owed, in words that say so only where money is the matter."""

AGREES = """
en: sign, signs, signed by, signature*, approv*, confirm*, reviewed, reviews, agrees, agreement, okay, permission, consent, two people, vote*, decide, decides, checks, checked by, looks at, look at
de: unterschr*, zeichnet, freigabe*, gibt * frei, freigegeben, genehmig*, zustimm*, stimmt * zu, erlaubnis, bestatig*, entscheidet, pruft
fr: signe, signent, signature, valide*, validation*, approuv*, autoris*, accord, confirm*, decide*, verifie*
es: firma, firman, aprueb*, aprob*, autoriz*, permiso, confirm*, decide*, revisa*, visto bueno
it: firma, firmano, approv*, autorizz*, permesso, conferm*, decide*, controlla*
nl: tekent, ondertek*, keurt, keuren, goedkeur*, goedgekeurd, toestemming, bevestig*, beslist, controleert
pt: assina*, aprov*, autoriz*, permiss*, confirm*, decide*, verifica*
pl: podpis*, zatwierdz*, akcept*, zgod*, zezwol*, potwierdz*, decyduj*, sprawdza*
ru: подпис*, согласу*, согласов*, утвержда*, одобр*, разреш*, подтвержд*, решает, решают, проверя*
zh: 签字, 签名, 审批, 批准, 同意, 审核, 复核, 确认, 决定
ja: 署名, 承認, 許可, 同意, 決裁, 確認, 決め
"""
"""Who must agree, or look."""

ENTERS = """
en: badge*, pin, one-time code, fob, key card, password*, passphrase, token, tokens, certificate*, log in, logs in, login, sign in, sign on, signs in, sign-in, access to, connect to, admitted, enter, vpn, two-factor, 2fa, mfa, guests, session, sessions, may see, may open, may join, may read, accepts, trusted, signed commits, encrypted, locked
de: ausweis*, pin, karte, zugangscode, token, zertifikat*, anmeld*, meldet * an, zugang, zugriff, verbindungen, zugelassen, passwort*, passworter, sitzung*, vpn, nimmt nur, verschlusselt, eintritt, darf * sehen
fr: carte, badge, code, jeton, certificat*, connexion*, se connecter, connecte*, acces, mot de passe, mots de passe, session*, vpn, invites, chiffr*
es: tarjeta, clave, codigo, credencial*, certificado*, acceso, conectar*, conecta, entrar, iniciar sesion, contrasen*, sesion*, vpn, invitad*, cifrad*
it: tessera, badge, codice, certificat*, accesso, acced*, collegar*, password, sessione, sessioni, vpn, ospiti, cifrat*
nl: pasje, toegangspas, code, certifica*, inlog*, inloggen, toegang, verbinding, verbinden, wachtwoord*, sessie*, vpn, gasten, versleuteld
pt: cartao, codigo, certificado*, acesso, aceder, entrar, ligar-se, conectar*, senha*, palavra-passe, sessao, sessoes, vpn, convidad*, cifrad*
pl: identyfikator*, karta, karte, kod, kodu, certyfikat*, logow*, zalog*, dostep*, polaczen*, laczyc, hasl*, sesj*, vpn, goscie, szyfrowan*
ru: пропуск*, карту, карта, карте, код, кода, сертификат*, вход, входа, войти, доступ*, подключ*, парол*, сесси*, vpn, гост*, зашифров*
zh: 工牌, 门卡, 验证码, 密码, 证书, 登录, 连接, 访问, 权限, 会话, 口令, 加密, 访客
ja: 社員証, 入館証, コード, 証明書, ログイン, 接続, アクセス, パスワード, 権限, セッション, 暗号化, ゲスト
"""
"""What one gets in by."""

MUST = """
en: must, need, needs, require, requires, required, only, always, never, every, each, all, everybody, everyone, nobody, no one, before, until, wait, waits, have to, has to, takes, take, ask for, asks for, unless, two, both, mandatory, at least, end after, ends after, expire, expires, without, may not, cannot
de: muss, mussen, braucht, brauchen, nur, immer, nie, jede, jeder, jedes, jeden, alle, niemand, keiner, bevor, erst, wartet, warten, verlangt, fordert, zwei, beide, pflicht, ohne, mit karte, man
fr: doit, doivent, faut, exige*, demande*, seul, seule, seuls, uniquement, toujours, jamais, chaque, tous, toutes, personne, avant, attend*, sans, deux, obligatoire*, necessit*
es: debe*, hay que, requiere*, exige*, pide*, solo, siempre, nunca, cada, todos, todas, nadie, antes, espera*, sin, dos, obligatori*, necesita*
it: deve, devono, occorr*, serve, servono, richied*, chiede, solo, soltanto, sempre, mai, ogni, tutti, nessuno, prima, attend*, senza, due, obbligatori*
nl: moet, moeten, alleen, nodig, vereist, vraagt, altijd, nooit, elke, alle, niemand, voordat, wacht*, zonder, twee, verplicht
pt: deve, devem, exige*, pede*, apenas, so, sempre, nunca, cada, todos, todas, ninguem, antes, espera*, sem, dois, duas, obrigatori*, precisa*
pl: musi, musza, wymaga*, tylko, zawsze, nigdy, kazdy, kazda, kazde, wszyscy, nikt, zanim, czeka*, bez, dwie, dwoch, obowiazkow*, potrzeb*
ru: долж*, нужн*, требу*, только, всегда, никогда, кажд*, никто, прежде, ждем, ждут, ждет, без, два, двое, обязательн*
zh: 必须, 需要, 要, 只, 才能, 每, 所有, 不得, 先, 两人
ja: 必要, 必ず, のみ, だけ, すべて, 全て, 毎回, まで, 二人, 禁止, なければ, が要る
"""
"""What makes a rule of what is said beside it."""
