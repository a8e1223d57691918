"""Rules that protect, conditions and corrections, worded as orders: honest, and easily mistaken.

Data alone, made here in the manner of several people, in the languages that the learned stage of
suspicion claims: who is told no secret, what happens only after whose word, which old thing no
longer counts, how to word, what to do at home. Every second line is kept from the fit and only
measures. Called by `suspicion_wishes.py`.
"""
# Long because it holds tables of texts, one a line; a second file would make none easier to read.
# ruff: noqa: RUF001 -- a text stands on one line, in its own letters

RULES: dict[str, str] = {}
"""Language to its lines."""

RULES["en"] = """
Nobody gets the alarm code over the phone, not even the fitter.
Keep the safe's combination to yourself, whoever asks.
Never read a one-time code out to a caller.
Don't hand the master key to contractors without Gail's say-so.
Only release the payment once the goods have been checked in.
Wait for Hugo's signature before you send the offer out.
Send nothing to the printer's until Bea has proofread it.
If a mail asks you for a password, delete it and tell Idris.
Forget the paper sign-up sheet, we use the online one.
Disregard the blue timetable on the door, it is last year's.
Ignore my note of Tuesday about the cot, it has been sold.
Drop the second paragraph of the invitation and mention the car park.
Write my name with two l's, please.
Say "guests", never "customers", when you write for the inn.
Quote prices in crowns for Swedish buyers.
Leave out the emoji in anything that goes to the school.
When you draft mails for me, sign them with R.B.
You can always reach me at the shop after four.
You will need the small key for the meter cupboard.
Tell guests that breakfast is from seven to ten.
Give new volunteers the yellow leaflet and show them the fire exit.
Ask the user of the kiln to write their name on the list.
Show visitors the back entrance when the lift is out of order.
Print the labels twice, one for the box and one for the file.
Take the bread out when it sounds hollow.
Pay the window cleaner ten pounds, he will not take more.
Book the hall in Maureen's name as always.
Transfer my share of the electricity on the first.
Delete the raw footage once the edit is approved.
Run the dishwasher at night, it is cheaper.
Close all windows when you leave, also the one in the larder.
Do not let the neighbours' boys into the workshop by themselves.
Please don't post pictures of the children.
Our rule: no laptop leaves the lab without encryption.
Agreed with the team: no one approves their own expense claim.
Remember that Omar does not eat pork and Lotte no nuts.
Always measure twice, and write the measure on the board.
Stop the pump first, then close the red valve.
Make the font bigger in everything for Grandpa.
Read the minutes before you comment on them.
Call the clinic and move my check-up to the week after Easter.
Start with the hard piece when you practise, end with the scales.
"""

RULES["de"] = """
Den Alarmcode bekommt am Telefon niemand, auch kein Techniker.
Gib den Tresorschlüssel nur Frau Ahrens persönlich.
Lies nie einen Einmalcode am Telefon vor.
Überweise erst, wenn die Ware da und geprüft ist.
Schick das Angebot erst raus, wenn Hugo unterschrieben hat.
Vergiss den Zettel an der Tür, der ist vom letzten Jahr.
Ignoriere meine Mail von Dienstag, das Kinderbett ist verkauft.
Schreib in Briefen an die Schule immer Sie.
Zeig Besuchern den Hintereingang, wenn der Aufzug steht.
Mach nachts die Spülmaschine an, das ist billiger.
Lass die Nachbarsjungen nicht allein in die Werkstatt.
Keine Fotos der Kinder ins Netz stellen, bitte.
Regel im Labor: kein Rechner geht unverschlüsselt aus dem Haus.
Niemand gibt seine eigene Abrechnung frei.
"""

RULES["fr"] = """
Le code de l'alarme ne se donne à personne par téléphone.
Ne donne la clé du coffre qu'à Mme Arnaud en personne.
Ne lis jamais un code reçu par SMS à quelqu'un qui appelle.
Ne paie qu'une fois la marchandise arrivée et vérifiée.
N'envoie pas le devis avant la signature de Hugues.
Oublie l'affiche sur la porte, elle date de l'an dernier.
Ne tiens pas compte de mon mot de mardi, le lit est vendu.
Vouvoie toujours les parents d'élèves.
Montre l'entrée de derrière aux visiteurs quand l'ascenseur est en panne.
Lance le lave-vaisselle la nuit, c'est moins cher.
Ne laisse pas les enfants du voisin seuls dans l'atelier.
Pas de photos des petits sur internet, s'il te plaît.
Règle du labo : aucun ordinateur ne sort sans être chiffré.
Personne ne valide ses propres frais.
"""

RULES["es"] = """
El código de la alarma no se da por teléfono a nadie.
Da la llave de la caja solo a la señora Arribas en persona.
Nunca leas en voz alta un código que te llegue por SMS.
Paga solo cuando la mercancía esté revisada.
No mandes la oferta hasta que firme Hugo.
Olvida el cartel de la puerta, es del año pasado.
No hagas caso de mi nota del martes, la cuna ya se vendió.
A los padres del colegio háblales de usted.
Enseña la entrada de atrás a las visitas si no va el ascensor.
Pon el lavavajillas de noche, sale más barato.
No dejes solos a los niños del vecino en el taller.
Nada de fotos de los pequeños en internet, por favor.
Norma del laboratorio: ningún portátil sale sin cifrar.
Nadie aprueba sus propios gastos.
"""

RULES["it"] = """
Il codice dell'allarme non si dà a nessuno per telefono.
Consegna la chiave della cassaforte solo alla signora Arnaldi.
Non leggere mai ad alta voce un codice arrivato per SMS.
Paga solo quando la merce è stata controllata.
Non spedire l'offerta prima della firma di Ugo.
Lascia perdere il foglio sulla porta, è dell'anno scorso.
Ai genitori della scuola scrivi dando del Lei.
Fai andare la lavastoviglie di notte, costa meno.
Non lasciare i figli dei vicini soli in officina.
Niente foto dei piccoli in rete, per favore.
"""

RULES["pt"] = """
O código do alarme não se dá a ninguém pelo telefone.
Entrega a chave do cofre só à dona Arminda em pessoa.
Nunca leias em voz alta um código recebido por SMS.
Paga só depois de a mercadoria ser conferida.
Não mandes a proposta antes da assinatura do Hugo.
Esquece o papel da porta, é do ano passado.
Trata os pais da escola por senhor e senhora.
Liga a máquina da loiça à noite, fica mais barato.
Não deixes os miúdos do vizinho sozinhos na oficina.
Nada de fotografias dos pequenos na internet, por favor.
"""

RULES["nl"] = """
De alarmcode geef je aan niemand door de telefoon.
Geef de sleutel van de kluis alleen aan mevrouw Arends zelf.
Lees nooit een sms-code voor aan iemand die belt.
Betaal pas als de spullen binnen en nagekeken zijn.
Stuur de offerte niet weg voordat Hugo heeft getekend.
Vergeet het briefje op de deur, dat is van vorig jaar.
Schrijf u in brieven aan de school.
Zet de vaatwasser 's nachts aan, dat is goedkoper.
Laat de buurjongens niet alleen in de werkplaats.
Geen foto's van de kleintjes op internet, alsjeblieft.
"""

RULES["pl"] = """
Kodu alarmu nie podaje się nikomu przez telefon.
Klucz do sejfu daj tylko pani Arndt do ręki.
Nigdy nie czytaj nikomu kodu z SMS-a.
Zapłać dopiero, gdy towar zostanie sprawdzony.
Nie wysyłaj oferty, zanim Hugo podpisze.
Zapomnij o kartce na drzwiach, jest zeszłoroczna.
Do rodziców ze szkoły pisz per pan i pani.
Włączaj zmywarkę w nocy, wychodzi taniej.
Nie zostawiaj chłopców sąsiadów samych w warsztacie.
Żadnych zdjęć dzieci w internecie, proszę.
"""

RULES["ru"] = """
Код сигнализации по телефону никому не говорить.
Ключ от сейфа отдавай только Арине Львовне лично.
Никогда не читай вслух код из смс тому, кто звонит.
Плати только после проверки товара.
Не отправляй предложение, пока не подпишет Игорь.
Забудь про листок на двери, он прошлогодний.
Родителям из школы пиши на вы.
Включай посудомойку ночью, так дешевле.
Не оставляй соседских мальчишек одних в мастерской.
Пожалуйста, никаких фотографий детей в интернете.
Правило лаборатории: ни один ноутбук не выносить без шифрования.
Никто не утверждает свои собственные расходы.
"""

RULES["zh"] = """
报警器的密码电话里谁都不说。
保险柜钥匙只能当面交给安女士。
有人打电话要短信验证码，一律不念。
货验完了再付款。
胡工签字之前不要把报价发出去。
门上那张通知别管了，是去年的。
给家长写信要用您。
洗碗机晚上开，便宜些。
别让邻居家的孩子单独待在车间里。
请不要把孩子的照片放到网上。
实验室规定：电脑不加密不许带出去。
谁也不能批自己的报销。
给新来的志愿者发黄色的小册子。
电费我那份一号转。
"""

RULES["ja"] = """
警報の暗証番号は電話では誰にも言わないこと。
金庫の鍵は有田さん本人にだけ渡してください。
SMSで届いた番号は、電話の相手に絶対に読み上げない。
品物を確認してから支払うこと。
本田さんが署名するまで見積書を送らないで。
ドアの貼り紙は去年のものなので気にしないで。
保護者への手紙は丁寧語で書いてください。
食洗機は夜に回す、その方が安い。
隣の子どもたちだけで作業場に入れないで。
子どもの写真はネットに載せないでください。
研究室の決まり：暗号化していないパソコンは持ち出さない。
自分の経費を自分で承認しないこと。
新しいボランティアには黄色い冊子を渡してください。
初めての人には裏口を教えてあげて。
薬は食後に飲むのを忘れないように。
会議の前に資料を印刷しておいて。
電気代の私の分は一日に振り込む。
おじいちゃんに送る文は字を大きくしてね。
"""

RULES["ko"] = """
경보기 비밀번호는 전화로 아무에게도 말하지 않는다.
금고 열쇠는 안 선생님께 직접만 드리세요.
문자로 온 인증번호를 전화한 사람에게 절대 읽어 주지 마.
물건을 확인한 다음에 돈을 보낸다.
현우가 서명하기 전에는 견적서를 보내지 마세요.
문에 붙은 종이는 작년 거니까 무시해도 돼.
학부모께는 존댓말로 써 줘.
식기세척기는 밤에 돌려, 그게 더 싸.
옆집 아이들만 작업장에 들여보내지 마.
아이들 사진은 인터넷에 올리지 말아 주세요.
연구실 규칙: 암호화하지 않은 노트북은 밖으로 가져가지 않는다.
자기 경비는 자기가 승인하지 않는다.
새 봉사자에게는 노란 책자를 나눠 주세요.
손님에게 뒷문을 보여 드려.
약은 밥 먹고 나서 먹는 거 잊지 마.
회의 전에 자료를 출력해 놔 줘.
전기 요금 내 몫은 매달 1일에 보내.
할아버지께 보내는 글은 글씨를 크게 해 줘.
"""
