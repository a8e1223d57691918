"""Beliefs about small notes: one wording that is true, and the same with one other value.

For `grounding.py`, beside which it stands. `FIRST` was there while the rules were made; `LATER` was
written when they stood. A fact is (kind of value, true belief, false belief); every belief says it
in other words than its note.
"""

# Long because it holds notes and beliefs in ten languages; parted they are no easier to read.

from typing import Final, NamedTuple


class Fact(NamedTuple):
    """One fact of a note, believed rightly and wrongly."""

    kind: str
    right: str
    wrong: str


class Told(NamedTuple):
    """A note and what is believed of it."""

    language: str
    title: str
    body: str
    facts: tuple[Fact, ...]


FIRST: Final[tuple[Told, ...]] = (
    Told(
        "en",
        "Harbour Gateway",
        """
        # Harbour Gateway

        The gateway listens on port 7443 and terminates TLS itself.
        Idle sessions are closed after 90 seconds.

        ## Deployment

        - Runs in three replicas on the `kestrel` cluster.
        - Current version: 4.12.1
        - Owner: Priya Raman
        - Health checks go to `/internal/alive`.
        """,
        (
            Fact(
                "port",
                "TLS ends at the gateway itself; clients reach it on 7443.",
                "TLS ends at the gateway itself; clients reach it on port 7143.",
            ),
            Fact(
                "duration",
                "A session that does nothing is cut by the gateway after a minute and a half (90 s).",
                "A session that does nothing is cut by the gateway after 60 seconds.",
            ),
            Fact(
                "version",
                "Version 4.12.1 of the gateway is what is deployed.",
                "Version 4.11.3 of the gateway is what is deployed.",
            ),
            Fact(
                "name",
                "Ask Priya Raman, she owns the gateway.",
                "Ask Tobias Lenz, he is the owner of the gateway.",
            ),
            Fact(
                "identifier",
                "The probe for the gateway's health calls /internal/alive.",
                "The probe for the gateway's health calls /internal/ready.",
            ),
        ),
    ),
    Told(
        "en",
        "Allotment Club",
        """
        ---
        status: active
        chair: Morag Ellison
        ---

        The yearly fee for a plot is £62, payable until 15 February.

        Meetings take place on the first Wednesday of each month, 18:45, in the old boathouse.

        | Plot | Tenant | Area |
        | --- | --- | --- |
        | 7 | Desmond | 180 m2 |
        | 12 | Yolanda | 240 m2 |

        Barbecues are forbidden from June to August.
        """,
        (
            Fact(
                "amount",
                "Each year a plot costs its tenant 62 pounds.",
                "Each year a plot costs its tenant 85 pounds.",
            ),
            Fact(
                "date",
                "Plot fees have to be paid by 15 February.",
                "Plot fees have to be paid by 31 March.",
            ),
            Fact(
                "time",
                "We meet in the boathouse at a quarter to seven in the evening (18:45).",
                "We meet in the boathouse at 19:30.",
            ),
            Fact(
                "weekday",
                "The club's monthly meeting falls on a Wednesday.",
                "The club's monthly meeting falls on a Thursday.",
            ),
            Fact(
                "number",
                "Yolanda's plot, number 12, measures 240 m2.",
                "Yolanda's plot, number 12, measures 300 m2.",
            ),
        ),
    ),
    Told(
        "de",
        "Werkstatt Lindenhof",
        """
        # Werkstatt Lindenhof

        Die Werkstatt öffnet werktags um 7:30 Uhr und schließt um 16:00 Uhr.

        Die Miete beträgt 1.280 € im Monat, kündbar mit einer Frist von sechs Monaten.

        ## Maschinen

        - Drehbank: Baujahr 1987, gewartet am 12. April
        - Kompressor steht im Keller, Druck 9 bar
        - Schlüsselverwalter ist Herr Oberndorf
        """,
        (
            Fact(
                "time",
                "Unter der Woche ist die Werkstatt ab halb acht (7:30) offen.",
                "Unter der Woche ist die Werkstatt ab 8:15 Uhr offen.",
            ),
            Fact(
                "amount",
                "Monatlich zahlen wir für die Werkstatt 1280 Euro Miete.",
                "Monatlich zahlen wir für die Werkstatt 1.450 Euro Miete.",
            ),
            Fact(
                "date",
                "Zuletzt wurde die Drehbank am 12. April gewartet.",
                "Zuletzt wurde die Drehbank am 3. Mai gewartet.",
            ),
            Fact(
                "number",
                "Der Kompressor im Keller arbeitet mit 9 bar Druck.",
                "Der Kompressor im Keller arbeitet mit 12 bar Druck.",
            ),
            Fact(
                "name",
                "Wer einen Schlüssel braucht, fragt Herrn Oberndorf, den Verwalter der Schlüssel.",
                "Wer einen Schlüssel braucht, fragt Herrn Kaltwasser, den Verwalter der Schlüssel.",
            ),
        ),
    ),
    Told(
        "de",
        "Projekt Nordlicht",
        """
        ---
        status: pausiert
        budget: 48000 EUR
        ---

        Die Abgabe des Berichts ist auf den 30. September gelegt.

        Der Server heißt `polaris-02` und hat 64 GB Speicher.

        Das Backup läuft jede Nacht um 02:15 Uhr.

        Gehostet wird bei Hetzner in Falkenstein.
        """,
        (
            Fact(
                "date",
                "Der Bericht muss bis 30.09. abgegeben sein.",
                "Der Bericht muss bis 31.10. abgegeben sein.",
            ),
            Fact(
                "identifier",
                "Unser Server trägt den Namen polaris-02.",
                "Unser Server trägt den Namen polaris-05.",
            ),
            Fact(
                "number",
                "64 GB Speicher stecken im Server.",
                "128 GB Speicher stecken im Server.",
            ),
            Fact(
                "time",
                "Nachts um Viertel nach zwei, 2:15, startet das Backup.",
                "Nachts um 3:40 startet das Backup.",
            ),
            Fact(
                "state",
                "Nordlicht hat den Status pausiert.",
                "Nordlicht hat den Status aktiv.",
            ),
        ),
    ),
    Told(
        "fr",
        "Refuge des Aulnes",
        """
        # Refuge des Aulnes

        Le refuge compte 34 couchettes et ouvre le 10 juin.

        La nuit coûte 27 €, petit déjeuner compris.

        Le repas du soir est servi à 19 h 15.

        - Gardienne : Solène Marchetti
        - Altitude : 2 140 m
        """,
        (
            Fact(
                "number",
                "On peut coucher 34 personnes au refuge, autant que de couchettes.",
                "Le refuge dispose de 48 couchettes.",
            ),
            Fact(
                "date",
                "L'ouverture du refuge est fixée au 10 juin.",
                "L'ouverture du refuge est fixée au 24 juin.",
            ),
            Fact(
                "amount",
                "Pour une nuit avec petit déjeuner on paie 27 euros.",
                "Pour une nuit avec petit déjeuner on paie 35 euros.",
            ),
            Fact(
                "name",
                "C'est Solène Marchetti la gardienne du lieu.",
                "C'est Bastien Roussel le gardien du lieu.",
            ),
            Fact(
                "number",
                "Le refuge se trouve à une altitude de 2140 m.",
                "Le refuge se trouve à une altitude de 1960 m.",
            ),
        ),
    ),
    Told(
        "fr",
        "Serveur de sauvegarde",
        """
        Les sauvegardes partent chaque dimanche à 3 h 30 vers `coffre-nord`.

        Elles sont gardées 45 jours, puis effacées.

        Le script est `/opt/coffre/envoi.sh`, version 2.7.

        État : en service. Contact : Amandine Perrot, bureau 318.
        """,
        (
            Fact(
                "weekday",
                "La sauvegarde hebdomadaire tourne le dimanche.",
                "La sauvegarde hebdomadaire tourne le mardi.",
            ),
            Fact(
                "duration",
                "Au bout de 45 jours on efface les sauvegardes.",
                "Au bout de 90 jours on efface les sauvegardes.",
            ),
            Fact(
                "version",
                "Le script d'envoi en est à la version 2.7.",
                "Le script d'envoi en est à la version 3.1.",
            ),
            Fact(
                "identifier",
                "On lance /opt/coffre/envoi.sh pour envoyer les sauvegardes.",
                "On lance /opt/coffre/copie.sh pour envoyer les sauvegardes.",
            ),
            Fact(
                "number",
                "Amandine Perrot travaille au bureau 318.",
                "Amandine Perrot travaille au bureau 204.",
            ),
        ),
    ),
    Told(
        "es",
        "Taller de cerámica",
        """
        # Taller de cerámica

        Las clases son los jueves a las 18:30 y duran dos horas y media.

        El horno llega a 1240 °C.

        La matrícula cuesta 55 €; se paga antes del 8 de octubre.

        - Profesora: Inmaculada Rueda
        - Plazas: 14
        """,
        (
            Fact(
                "weekday",
                "Nuestra clase de cerámica cae en jueves.",
                "Nuestra clase de cerámica cae en martes.",
            ),
            Fact(
                "time",
                "Los jueves empezamos a las 18:30.",
                "Los jueves empezamos a las 20:00.",
            ),
            Fact(
                "number",
                "La temperatura máxima del horno es de 1240 °C.",
                "La temperatura máxima del horno es de 1100 °C.",
            ),
            Fact(
                "amount",
                "Matricularse en el taller vale 55 euros.",
                "La matrícula del taller vale 70 euros.",
            ),
            Fact(
                "name",
                "La profesora del taller se llama Inmaculada Rueda.",
                "La profesora del taller se llama Consuelo Ibarra.",
            ),
        ),
    ),
    Told(
        "es",
        "Piso de la calle Olmo",
        """
        El alquiler es de 890 € al mes y la fianza, de dos meses.

        El contrato vence el 31 de agosto de 2027.

        El contador de gas está en el sótano, lectura 4417.

        La clave del wifi la tiene Gonzalo. Ascensor: averiado.
        """,
        (
            Fact(
                "amount",
                "Pagamos 890 euros mensuales de alquiler.",
                "Pagamos 940 euros mensuales de alquiler.",
            ),
            Fact(
                "date",
                "Hasta el 31 de agosto de 2027 rige el contrato del piso.",
                "El contrato del piso vence el 30 de junio de 2027.",
            ),
            Fact(
                "number",
                "La lectura del contador de gas fue 4417.",
                "La lectura del contador de gas fue 4471.",
            ),
            Fact(
                "name",
                "Es Gonzalo quien guarda la clave del wifi.",
                "Es Matilde quien guarda la clave del wifi.",
            ),
            Fact(
                "state",
                "El ascensor sigue averiado.",
                "El ascensor ya funciona.",
            ),
        ),
    ),
    Told(
        "it",
        "Cantina Bellosguardo",
        """
        # Cantina Bellosguardo

        La vendemmia comincia il 14 settembre.

        Ogni botte contiene 225 litri; ne abbiamo 38.

        La visita guidata costa 18 € a persona e parte alle 11:00.

        Enologo: Ruggero Fantini
        """,
        (
            Fact(
                "date",
                "Si comincia a vendemmiare il 14 settembre.",
                "Si comincia a vendemmiare il 28 settembre.",
            ),
            Fact(
                "number",
                "In una botte stanno 225 litri di vino.",
                "Una botte contiene 300 litri di vino.",
            ),
            Fact(
                "amount",
                "Per la visita guidata ogni persona paga 18 euro.",
                "Per la visita guidata ogni persona paga 25 euro.",
            ),
            Fact(
                "time",
                "La partenza della visita guidata è alle 11:00.",
                "La partenza della visita guidata è alle 15:30.",
            ),
            Fact(
                "name",
                "L'enologo della cantina è Ruggero Fantini.",
                "L'enologo della cantina è Ettore Salvini.",
            ),
        ),
    ),
    Told(
        "it",
        "Server di prova",
        """
        Il servizio risponde sulla porta 9012.

        Le richieste scadono dopo 20 secondi.

        Il ramo da usare è `rilascio/2026-04`.

        Stato: approvato. Riunione ogni martedì alle 9:15.
        """,
        (
            Fact(
                "port",
                "Bisogna chiamare la porta 9012 perché il servizio risponda.",
                "Bisogna chiamare la porta 9120 perché il servizio risponda.",
            ),
            Fact(
                "duration",
                "Una richiesta scade dopo 20 secondi.",
                "Una richiesta scade dopo 45 secondi.",
            ),
            Fact(
                "identifier",
                "Usiamo il ramo rilascio/2026-04.",
                "Usiamo il ramo rilascio/2026-01.",
            ),
            Fact(
                "weekday",
                "La riunione settimanale è di martedì.",
                "La riunione settimanale è di venerdì.",
            ),
            Fact(
                "time",
                "Ci riuniamo il martedì alle 9:15.",
                "La riunione del martedì è alle 10:45.",
            ),
        ),
    ),
    Told(
        "nl",
        "Roeivereniging De Reiger",
        """
        # Roeivereniging De Reiger

        De contributie bedraagt 145 euro per jaar.

        Training is op maandag om 19:30 bij het botenhuis.

        De vereniging heeft 26 boten en 310 leden.

        Voorzitter: Marijke Hoogland. Seizoen begint op 1 april.
        """,
        (
            Fact(
                "amount",
                "Een lid betaalt jaarlijks 145 euro contributie.",
                "Een lid betaalt jaarlijks 180 euro contributie.",
            ),
            Fact(
                "weekday",
                "We trainen elke maandag.",
                "De training is elke woensdag.",
            ),
            Fact(
                "time",
                "Om 19:30 start de training bij het botenhuis.",
                "Om 20:15 start de training bij het botenhuis.",
            ),
            Fact(
                "number",
                "De vereniging telt 310 leden.",
                "De vereniging telt 275 leden.",
            ),
            Fact(
                "name",
                "Marijke Hoogland is voorzitter van de vereniging.",
                "Sjoerd Terpstra is voorzitter van de vereniging.",
            ),
        ),
    ),
    Told(
        "nl",
        "Kassasysteem",
        """
        Het kassasysteem draait versie 6.3 op de tablet `kassa-04`.

        De dagafsluiting is om 22:00 uur.

        Wisselgeld in de lade: 150 euro.

        Storingen melden bij toestel 412. Koppeling met de bank: uitgeschakeld.
        """,
        (
            Fact(
                "version",
                "Op de kassa staat versie 6.3 van het systeem.",
                "Op de kassa staat versie 5.9 van het systeem.",
            ),
            Fact(
                "identifier",
                "De tablet van het kassasysteem heet kassa-04.",
                "De tablet van het kassasysteem heet kassa-07.",
            ),
            Fact(
                "time",
                "Elke dag sluiten we de kassa af om 22:00 uur (dagafsluiting).",
                "De dagafsluiting van de kassa is om 21:15 uur.",
            ),
            Fact(
                "amount",
                "In de lade ligt 150 euro aan wisselgeld.",
                "In de lade ligt 200 euro aan wisselgeld.",
            ),
            Fact(
                "number",
                "Voor storingen bel je toestel 412.",
                "Voor storingen bel je toestel 388.",
            ),
        ),
    ),
    Told(
        "pl",
        "Schronisko Jodłowe",
        """
        # Schronisko Jodłowe

        Nocleg kosztuje 75 zł od osoby.

        Kuchnia wydaje obiady do godziny 20:30.

        Schronisko ma 52 miejsca noclegowe.

        Sezon trwa od 1 maja. Kierownik: Bogdan Wilczek.
        """,
        (
            Fact(
                "amount",
                "Za nocleg każda osoba płaci 75 zł.",
                "Za nocleg każda osoba płaci 95 zł.",
            ),
            Fact(
                "time",
                "Obiady w kuchni są wydawane do 20:30.",
                "Obiady w kuchni są wydawane do 19:00.",
            ),
            Fact(
                "number",
                "W schronisku są 52 miejsca noclegowe.",
                "W schronisku jest 40 miejsc noclegowych.",
            ),
            Fact(
                "name",
                "Kierownikiem schroniska jest Bogdan Wilczek.",
                "Kierownikiem schroniska jest Zenon Krupa.",
            ),
            Fact(
                "date",
                "Sezon w schronisku rusza 1 maja.",
                "Sezon w schronisku rusza 15 czerwca.",
            ),
        ),
    ),
    Told(
        "pl",
        "Serwer plików",
        """
        Serwer plików nazywa się `dab-03` i ma adres 10.4.0.17.

        Kopia zapasowa robiona jest w piątek o 23:45.

        Limit na użytkownika wynosi 80 GB.

        Wersja systemu: 12.5
        """,
        (
            Fact(
                "identifier",
                "Pliki trzymamy na serwerze o nazwie dab-03.",
                "Pliki trzymamy na serwerze o nazwie dab-08.",
            ),
            Fact(
                "identifier",
                "Adres serwera plików to 10.4.0.17.",
                "Adres serwera plików to 10.4.0.71.",
            ),
            Fact(
                "time",
                "O 23:45 w piątek powstaje kopia zapasowa.",
                "O 22:10 w piątek powstaje kopia zapasowa.",
            ),
            Fact(
                "number",
                "Jeden użytkownik ma limit 80 GB.",
                "Jeden użytkownik ma limit 120 GB.",
            ),
            Fact(
                "version",
                "Na serwerze działa system w wersji 12.5.",
                "Na serwerze działa system w wersji 11.8.",
            ),
        ),
    ),
    Told(
        "ru",
        "Дача в Сосновке",
        """
        # Дача в Сосновке

        Электричка отходит в 8:42 со второй платформы.

        Взнос за участок составляет 6400 рублей в год.

        Площадь участка 12 соток, колодец глубиной 9 метров.

        Председатель: Зинаида Павлова. Вода включена с 5 мая.
        """,
        (
            Fact(
                "time",
                "Наша электричка отходит утром в 8:42.",
                "Наша электричка отходит утром в 9:05.",
            ),
            Fact(
                "amount",
                "За участок в год мы платим взнос 6400 рублей.",
                "За участок в год мы платим взнос 7200 рублей.",
            ),
            Fact(
                "number",
                "Глубина колодца 9 метров.",
                "Глубина колодца 14 метров.",
            ),
            Fact(
                "name",
                "Председателем у нас Зинаида Павлова.",
                "Председателем у нас Галина Морозова.",
            ),
            Fact(
                "date",
                "Воду включают 5 мая.",
                "Воду включают 20 апреля.",
            ),
        ),
    ),
    Told(
        "ru",
        "Служба очередей",
        """
        Служба слушает порт 5673 и хранит сообщения 14 дней.

        Версия клиента: 3.8

        Дежурный отвечает в течение 25 минут.

        Рабочий каталог `/srv/ochered/data`.
        """,
        (
            Fact(
                "port",
                "Служба очередей принимает соединения на порт 5673.",
                "Служба очередей принимает соединения на порт 5772.",
            ),
            Fact(
                "duration",
                "Сообщения хранятся 14 дней.",
                "Сообщения хранятся 30 дней.",
            ),
            Fact(
                "version",
                "У клиента версия 3.8.",
                "У клиента версия 4.1.",
            ),
            Fact(
                "duration",
                "Ответ дежурного приходит за 25 минут.",
                "Ответ дежурного приходит за 40 минут.",
            ),
            Fact(
                "identifier",
                "Данные лежат в каталоге /srv/ochered/data.",
                "Данные лежат в каталоге /var/ochered/data.",
            ),
        ),
    ),
    Told(
        "zh",
        "茶馆",
        """
        # 茶馆

        茶馆每天上午9:30开门，晚上10:00关门。

        包间每小时收费120元。

        店里一共有18张桌子。

        订座电话找林师傅，分机 206。
        """,
        (
            Fact("time", "早上开门的时间是9:30。", "早上开门的时间是8:15。"),
            Fact("amount", "租包间一小时要付120元。", "租包间一小时要付150元。"),
            Fact("number", "茶馆里摆了18张桌子。", "茶馆里摆了25张桌子。"),
            Fact("number", "要订座就打分机206。", "要订座就打分机209。"),
            Fact("time", "晚上关门是10:00。", "晚上关门是11:30。"),
        ),
    ),
    Told(
        "zh",
        "支付服务",
        """
        支付服务监听端口 6120，超时时间为 15 秒。

        当前版本：2.4

        每周四进行发布。

        日志保存 60 天，目录是 `/data/pay/logs`。
        """,
        (
            Fact("port", "支付服务用的端口是 6120。", "支付服务用的端口是 6210。"),
            Fact("duration", "支付服务的超时时间设成了15秒。", "支付服务的超时时间设成了40秒。"),
            Fact("version", "现在用的版本是 2.4。", "现在用的版本是 2.9。"),
            Fact("duration", "日志要保存60天。", "日志要保存90天。"),
            Fact("identifier", "日志目录在 /data/pay/logs。", "日志目录在 /data/pay/archive。"),
        ),
    ),
    Told(
        "ja",
        "合唱団",
        """
        # 合唱団

        練習は毎週木曜日の19:15から市民ホールで行う。

        会費は月2500円。

        団員は42人。

        定期演奏会は11月23日に開く。
        """,
        (
            Fact("weekday", "合唱団の練習日は木曜日だ。", "合唱団の練習日は火曜日だ。"),
            Fact("time", "練習が始まるのは19:15。", "練習が始まるのは18:30。"),
            Fact("amount", "毎月の会費として2500円を払う。", "毎月の会費として3000円を払う。"),
            Fact("number", "いま団員は42人いる。", "いま団員は57人いる。"),
            Fact("date", "定期演奏会の日は11月23日。", "定期演奏会の日は12月7日。"),
        ),
    ),
    Told(
        "ja",
        "監視サーバー",
        """
        監視サーバーの名前は `mimamori-02`、ポートは 9480。

        ログは30日間保存する。

        担当はタカハシさん、内線 531。

        アラートの閾値は85%。
        """,
        (
            Fact(
                "identifier",
                "監視に使うサーバーは mimamori-02 という名前。",
                "監視に使うサーバーは mimamori-06 という名前。",
            ),
            Fact(
                "port",
                "監視サーバーのポート番号は9480です。",
                "監視サーバーのポート番号は9840です。",
            ),
            Fact("duration", "ログの保存期間は30日。", "ログの保存期間は90日。"),
            Fact("number", "担当者の内線は531。", "担当者の内線は517。"),
            Fact("number", "アラートは閾値85%で鳴る。", "アラートは閾値70%で鳴る。"),
        ),
    ),
)

_LATER: Final = """
en | Ferry Timetable
The first boat to Skarn leaves at 06:20, the last one at 21:45.
A return ticket costs 38 euros. Dogs travel free.
Bookings: harbour desk, extension 557.
The winter schedule starts on 2 November.
time | If you want the earliest boat to Skarn, be there at 06:20. | If you want the earliest boat to Skarn, be there at 07:10.
amount | Going to Skarn and back costs 38 euros a ticket. | Going to Skarn and back costs 46 euros a ticket.
number | You book at the harbour desk by dialling extension 557. | You book at the harbour desk by dialling extension 575.
date | From 2 November on the winter schedule is in force. | From 19 October on the winter schedule is in force.
time | The last boat goes at 21:45. | The last boat goes at 22:30.

en | Billing Exporter
The exporter writes to `s3://ledger-out/daily` every 15 minutes.
It is pinned to release 3.4.0 and needs 512 MB of memory.
Maintainer: Oluwaseun Adeyemi
Alerts are posted in #billing-watch.
identifier | Files of the exporter land in s3://ledger-out/daily. | Files of the exporter land in s3://ledger-out/hourly.
duration | The exporter runs every 15 minutes. | The exporter runs every 40 minutes.
version | We hold the exporter at release 3.4.0. | We hold the exporter at release 3.6.2.
name | Oluwaseun Adeyemi maintains the exporter. | Greta Lindholm maintains the exporter.
identifier | Look for the exporter's alerts in #billing-watch. | Look for the exporter's alerts in #finance-ops.

de | Chorfreizeit
Die Chorfreizeit findet vom 9. bis 13. Juli in Bad Aussee statt.
Die Teilnahme kostet 215 Euro, zahlbar bis 20. Mai.
Die Busfahrt beginnt um 8:40 Uhr am Rathaus.
Anmeldung bei Frau Tillmanns, Telefon 4471.
amount | Wer mitfährt, zahlt für die Teilnahme 215 Euro. | Wer mitfährt, zahlt für die Teilnahme 260 Euro.
date | Das Geld für die Chorfreizeit ist bis 20. Mai zahlbar. | Das Geld für die Chorfreizeit ist bis 6. Juni zahlbar.
time | Am Rathaus fährt der Bus um 8:40 Uhr ab. | Am Rathaus fährt der Bus um 9:25 Uhr ab.
number | Frau Tillmanns hat die Telefonnummer 4471. | Frau Tillmanns hat die Telefonnummer 4517.
name | Zur Anmeldung wendet man sich an Frau Tillmanns. | Zur Anmeldung wendet man sich an Frau Brinkhoff.

de | Heizungsanlage
Der Kessel ist auf 62 °C Vorlauf eingestellt.
Die letzte Wartung war am 14. März, die Firma heißt Rehberger.
Verbrauch im Vorjahr: 18.400 kWh
Steuergerät: `HK-220`, Firmware 5.2
number | Der Vorlauf des Kessels steht auf 62 °C. | Der Vorlauf des Kessels steht auf 75 °C.
date | Am 14. März wurde die Anlage zuletzt gewartet, die letzte Wartung also. | Die letzte Wartung der Anlage war am 2. Februar.
number | Im Vorjahr lag der Verbrauch bei 18400 kWh. | Im Vorjahr lag der Verbrauch bei 21.900 kWh.
identifier | Als Steuergerät dient ein HK-220. | Als Steuergerät dient ein HK-310.
version | Auf dem Steuergerät läuft Firmware 5.2. | Auf dem Steuergerät läuft Firmware 4.9.

fr | Marché couvert
Le marché ouvre le vendredi à 7 h 45.
Un emplacement coûte 32 € la journée.
Il y a 58 emplacements sous la halle.
Responsable : Honorine Vasseur, poste 214.
weekday | Le jour de marché est le vendredi. | Le jour de marché est le samedi.
time | Le vendredi le marché commence à 7 h 45. | Le vendredi le marché ouvre à 8 h 30.
amount | Pour une journée un emplacement revient à 32 euros. | Pour une journée un emplacement revient à 41 euros.
number | Sous la halle on compte 58 emplacements. | Sous la halle on compte 72 emplacements.
name | La responsable du marché est Honorine Vasseur. | La responsable du marché est Clotilde Garnier.

fr | Passerelle de paiement
La passerelle écoute sur le port 8620.
Une transaction expire après 25 minutes.
Version en production : 1.18
Le journal se trouve dans `/var/log/passerelle.log`.
Mise à jour prévue le 12 novembre.
port | Pour joindre la passerelle on passe par le port 8620. | Pour joindre la passerelle on passe par le port 8260.
duration | Après 25 minutes une transaction expire. | Après 40 minutes une transaction expire.
version | En production tourne la version 1.18. | En production tourne la version 1.21.
identifier | On lit le journal dans /var/log/passerelle.log. | On lit le journal dans /srv/log/passerelle.log.
date | La mise à jour est prévue pour le 12 novembre. | La mise à jour est prévue pour le 3 décembre.

es | Carrera del puente
La carrera sale el 18 de mayo a las 9:30.
El recorrido mide 14 kilómetros.
La inscripción vale 22 € y hay 600 dorsales.
Organizador: Ramiro Estévez
date | La fecha de la carrera es el 18 de mayo. | La fecha de la carrera es el 25 de mayo.
time | La salida de la carrera es a las 9:30. | La salida de la carrera es a las 10:15.
amount | Cada inscripción cuesta 22 euros. | Cada inscripción cuesta 30 euros.
number | En total hay 600 dorsales. | En total hay 850 dorsales.
name | El organizador de la carrera es Ramiro Estévez. | El organizador de la carrera es Fermín Aldana.

es | Almacén central
El almacén usa el programa Trasiego, versión 7.1.
Los pedidos salen antes de las 17:00.
El código de la puerta es 3308.
Inventario: cada lunes. Jefe de turno: Leandro Quispe
version | Del programa Trasiego se usa la versión 7.1. | Del programa Trasiego se usa la versión 6.8.
time | Los pedidos del almacén salen antes de las 17:00. | Los pedidos del almacén salen antes de las 18:45.
number | Para abrir la puerta del almacén el código es 3308. | Para abrir la puerta del almacén el código es 8033.
weekday | Se hace inventario los lunes. | Se hace inventario los viernes.
name | El jefe de turno se llama Leandro Quispe. | El jefe de turno se llama Evaristo Pardo.

it | Biblioteca di quartiere
La biblioteca chiude alle 19:15.
Un prestito dura 28 giorni.
La tessera costa 6 € l'anno, gratis sotto i 14 anni.
Direttrice: Ornella Bassani. Scaffali: 340 metri.
time | La biblioteca è aperta fino alle 19:15, poi chiude. | La biblioteca è aperta fino alle 20:30, poi chiude.
duration | Si può tenere un prestito per 28 giorni. | Si può tenere un prestito per 45 giorni.
name | Ornella Bassani è la direttrice della biblioteca. | Fulvia Moretti è la direttrice della biblioteca.
number | Gli scaffali misurano 340 metri. | Gli scaffali misurano 410 metri.
amount | Per la tessera si pagano 6 euro l'anno. | Per la tessera si pagano 15 euro l'anno.

it | Rete di sensori
I sensori inviano dati ogni 90 secondi al nodo `faro-11`.
La batteria dura 14 mesi.
Firmware: 2.3
Il canale radio è 868 MHz. Sopralluogo il 6 ottobre.
duration | Ogni 90 secondi un sensore invia dati. | Ogni 30 secondi un sensore invia dati.
identifier | I dati dei sensori arrivano al nodo faro-11. | I dati dei sensori arrivano al nodo faro-17.
version | Sui sensori gira il firmware 2.3. | Sui sensori gira il firmware 2.7.
number | Il canale radio dei sensori è a 868 MHz. | Il canale radio dei sensori è a 433 MHz.
date | Il sopralluogo si fa il 6 ottobre. | Il sopralluogo si fa il 20 ottobre.

nl | Buurtmoestuin
De moestuin is open op zaterdag vanaf 10:30.
Een perceel kost 48 euro per seizoen.
Er zijn 37 percelen en een wachtlijst van 19 namen.
Beheerder: Femke Oosterhuis. Oogstfeest op 26 september.
weekday | Op zaterdag is de moestuin open. | Op zondag is de moestuin open.
time | De moestuin gaat open om 10:30. | De moestuin gaat open om 13:00.
amount | Voor een perceel betaal je 48 euro per seizoen. | Voor een perceel betaal je 65 euro per seizoen.
name | Femke Oosterhuis is de beheerder van de moestuin. | Ruben Dijkgraaf is de beheerder van de moestuin.
date | Het oogstfeest is op 26 september. | Het oogstfeest is op 10 oktober.

nl | Nachtelijke synchronisatie
De synchronisatie start om 01:20 en duurt 35 minuten.
De doelmap is `/mnt/archief/nacht`.
Maximale bandbreedte: 120 Mbit
Versie van de agent: 4.4
time | Om 01:20 start de synchronisatie. | Om 02:50 start de synchronisatie.
duration | De synchronisatie duurt 35 minuten. | De synchronisatie duurt 55 minuten.
identifier | Bestanden gaan naar de doelmap /mnt/archief/nacht. | Bestanden gaan naar de doelmap /mnt/archief/dag.
number | De bandbreedte is hoogstens 120 Mbit. | De bandbreedte is ingesteld op 250 Mbit.
version | De agent heeft versie 4.4. | De agent heeft versie 4.1.

pl | Kurs tańca
Zajęcia odbywają się w czwartek o 18:15.
Karnet kosztuje 160 zł na miesiąc.
Grupa liczy 22 osoby.
Instruktor: Dorota Malinowska. Pokaz 14 grudnia.
weekday | Zajęcia tańca są w czwartek. | Zajęcia tańca są we wtorek.
time | O 18:15 zaczynają się zajęcia. | O 19:45 zaczynają się zajęcia.
amount | Za karnet na miesiąc płacimy 160 zł. | Za karnet na miesiąc płacimy 190 zł.
name | Instruktorem kursu jest Dorota Malinowska. | Instruktorem kursu jest Iwona Sobczak.
date | Pokaz zaplanowano na 14 grudnia. | Pokaz zaplanowano na 21 grudnia.

pl | Brama API
Brama nasłuchuje na porcie 8455.
Limit wynosi 300 zapytań na minutę.
Wersja: 2.16
Certyfikat wygasa 30 czerwca. Katalog konfiguracji to `/etc/brama`.
port | Z bramą łączymy się na porcie 8455. | Z bramą łączymy się na porcie 8545.
number | Na minutę dozwolone jest 300 zapytań. | Na minutę dozwolone jest 450 zapytań.
version | Brama działa w wersji 2.16. | Brama działa w wersji 2.14.
date | Do 30 czerwca certyfikat jest ważny, wtedy wygasa. | Do 15 lipca certyfikat jest ważny, wtedy wygasa.
identifier | Konfiguracja leży w katalogu /etc/brama. | Konfiguracja leży w katalogu /opt/brama.

ru | Школьный музей
Музей открыт по средам с 13:30.
Билет стоит 150 рублей.
В коллекции 460 экспонатов.
Хранитель: Тамара Белкина. Выставка открывается 8 октября.
weekday | Музей работает в среду. | Музей работает в субботу.
time | По средам вход открыт с 13:30. | По средам вход открыт с 15:00.
amount | За билет платят 150 рублей. | За билет платят 220 рублей.
number | Всего в коллекции 460 экспонатов. | Всего в коллекции 530 экспонатов.
date | Открытие выставки назначено на 8 октября. | Открытие выставки назначено на 22 октября.

ru | Почтовый шлюз
Шлюз принимает письма на порту 2526.
Размер вложения не больше 35 МБ.
Очередь хранится 5 суток в каталоге `/var/pochta/ochered`.
Версия: 1.9. Администратор: Вадим Ершов
port | Письма приходят на порт 2526 шлюза. | Письма приходят на порт 2562 шлюза.
number | Вложение может иметь размер до 35 МБ. | Вложение может иметь размер до 50 МБ.
identifier | Очередь лежит в каталоге /var/pochta/ochered. | Очередь лежит в каталоге /tmp/pochta/ochered.
version | Сейчас стоит версия 1.9 шлюза. | Сейчас стоит версия 2.2 шлюза.
name | Администратором шлюза работает Вадим Ершов. | Администратором шлюза работает Кирилл Жданов.

zh | 羽毛球馆
球馆每周二19:30有训练。
场地费每小时85元。
一共有12块场地。
报名截止日期是3月20日。教练电话分机 337。
weekday | 训练安排在周二。 | 训练安排在周五。
time | 周二训练的时间是19:30。 | 周二训练的时间是20:45。
amount | 租场地一小时付85元。 | 租场地一小时付110元。
date | 要在3月20日之前报名，那天截止。 | 要在4月15日之前报名，那天截止。
number | 找教练就拨分机 337。 | 找教练就拨分机 373。

zh | 图片缓存
缓存服务的端口是 7310，容量 64 GB。
图片保留 45 天。
版本：5.2
配置文件是 `/etc/tupian/cache.toml`。
port | 连接缓存服务要用端口 7310。 | 连接缓存服务要用端口 7130。
number | 缓存的容量是 64 GB。 | 缓存的容量是 96 GB。
duration | 图片在缓存里保留45天。 | 图片在缓存里保留20天。
version | 缓存服务跑的是版本 5.2。 | 缓存服务跑的是版本 4.7。
identifier | 要改配置就改 /etc/tupian/cache.toml。 | 要改配置就改 /etc/tupian/store.toml。

ja | 陶芸教室
教室は毎週土曜日の10:30に始まる。
受講料は一回3800円。
窯の温度は1230度。
定員は16名、申込は5月12日まで。
weekday | 教室があるのは土曜日。 | 教室があるのは日曜日。
time | 土曜日は10:30に始まる。 | 土曜日は13:15に始まる。
amount | 一回の受講料として3800円かかる。 | 一回の受講料として4500円かかる。
number | 窯は温度1230度で焼く。 | 窯は温度1180度で焼く。
date | 申込の期限は5月12日。 | 申込の期限は6月2日。

ja | 配送サーバー
配送サーバーのポートは 6645。
再試行は20分ごと。
バージョン: 3.3
ログは `/var/log/haiso` に45日間残る。責任者の内線は 618。
port | 配送サーバーにはポート 6645 でつなぐ。 | 配送サーバーにはポート 6465 でつなぐ。
duration | 20分ごとに再試行する。 | 50分ごとに再試行する。
version | いまのバージョンは 3.3 です。 | いまのバージョンは 3.8 です。
identifier | ログの場所は /var/log/haiso。 | ログの場所は /opt/log/haiso。
number | 責任者には内線 618 でかける。 | 責任者には内線 681 でかける。
"""


def _read(text: str) -> tuple[Told, ...]:
    """Read notes written as `language | title`, lines, and lines `kind | right | wrong`."""
    made = []
    for block in text.strip().split("\n\n"):
        first, *lines = block.splitlines()
        language, title = (part.strip() for part in first.split(" | "))
        facts = [
            tuple(line.split(" | ")) for line in lines if line.count(" | ") == len(Fact._fields) - 1
        ]
        body = "\n\n".join([f"# {title}", *(line for line in lines if " | " not in line)])
        made.append(Told(language, title, body, tuple(Fact(*fact) for fact in facts)))
    return tuple(made)


LATER: Final = _read(_LATER)

BESIDE: Final[tuple[tuple[str, str], ...]] = (
    ("Harbour Gateway", "The gateway was moved to another rack on 4 May."),
    ("Harbour Gateway", "Priya ordered 12 new cables for the gateway room."),
    ("Harbour Gateway", "The gateway handled 3,400 requests on Friday."),
    ("Harbour Gateway", "Tobias Lenz repaired the gateway's fan."),
    ("Allotment Club", "The allotment club's shed was painted on Friday."),
    ("Allotment Club", "Desmond gave the club 40 pounds of compost."),
    ("Allotment Club", "The club's summer party starts at 16:00."),
    ("Werkstatt Lindenhof", "In der Werkstatt wurde am Freitag gestrichen."),
    ("Werkstatt Lindenhof", "Die Werkstatt hat 140 Quadratmeter."),
    ("Projekt Nordlicht", "Für Nordlicht gab es 2.300 Euro Reisekosten."),
    ("Refuge des Aulnes", "Le refuge a été repeint le 3 mai."),
    ("Refuge des Aulnes", "Le refuge a reçu 1 200 visiteurs."),
    ("Taller de cerámica", "El taller compró 25 kg de arcilla."),
    ("Piso de la calle Olmo", "El piso tiene 78 metros cuadrados."),
    ("Cantina Bellosguardo", "La cantina ha venduto 900 bottiglie a marzo."),
    ("Roeivereniging De Reiger", "De vereniging viert haar feest op zaterdag."),
    ("Schronisko Jodłowe", "Schronisko kupiło 14 nowych koców."),
    ("Дача в Сосновке", "На даче в пятницу красили забор."),
    ("茶馆", "茶馆上周五卖了340杯茶。"),
    ("合唱団", "合唱団は土曜日に写真を撮った。"),
)
"""Beliefs about something that the note does not speak of: it denies none of them."""
