"""Words of who gets in, in eleven languages: data that `memories.impact` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

SIGN_IN = """
en: password*, passphrase*, passcode*, account*, login*, log in, sign-in, sign in, 2fa, mfa, two-factor, credential*, locked out, access, admin, root, portal, security code*, verification code*, one-time code*, otp, get back in, magic link*
de: passwort*, passworter*, kennwort*, *passwort*, konto*, *konto, anmeld*, zugang*, login*, zugange
fr: mot de passe, mots de passe, compte*, connexion, acces, identifiant*
es: contrasena*, clave*, cuenta*, acceso*, inicio de sesion
it: password, account, accesso, credenzial*, parola d'ordine
nl: wachtwoord*, account*, inlog*, toegang*
pt: senha*, palavra-passe, conta*, acesso*, login
pl: hasl*, konta, konto, logowan*, dostep*
ru: парол*, учетн* запис*, аккаунт*, доступ*, вход*
zh: 密码, 账户, 账号, 帐号, 登录, 口令, 验证码
ja: パスワード, アカウント, ログイン, 認証コード, 暗証番号
"""
"""What a person signs in with."""

RESET = """
en: reset, resets, resetting, recovery, recover, recovering, recovers, backup email, backup e-mail, backup address, backup phone, fallback email, rescue email, forgot, forgotten, restore access, unlock, alternate email, secondary email, security email, verification code*, one-time code*, login code*, otp, security code*, magic link*, locked out, lost access
de: zurucksetz*, zuruckgesetz*, rucksetz*, wiederherstell*, vergessen*, entsperr*, ersatzadresse*, *rucksetzung*, ersatz-mail*, sicherheitscode*, bestatigungscode*, reset*, recovery*, vergiss*, ausgesperrt*
fr: reinitialis*, recuper*, oubli*, secours, deblo*, code de verification, codes de verification
es: restablec*, recuper*, olvid*, desbloque*, codigo* de verificacion
it: reimpost*, ripristin*, recuper*, dimenticat*, reset*, sblocc*, codic* di verifica
nl: herstel*, reset*, vergeten, opnieuw instel*, ontgrendel*, verificatiecode*
pt: redefin*, recuper*, esquec*, repor, reset*, desbloque*, codig* de verificacao
pl: reset*, odzysk*, przywrac*, zapomnian*, odblokow*, kod* weryfikacyjn*
ru: сброс*, восстанов*, восстанавл*, забыл*, разблокир*, код* подтвержд*, резервн*
zh: 重置, 找回, 恢复, 忘记, 解锁, 备用邮箱, 安全邮箱, 验证码, 重設
ja: 再設定, リセット, 復旧, 回復, 復元, 忘れ, 予備のメール, 確認コード, 認証コード
"""

RESET_NAME = """
en: reset address*, reset e-mail*, reset email*, reset mail*, reset phone*, reset number*, reset contact*, reset link*, recovery address*, recovery email*, recovery e-mail*, recovery mail*, recovery phone*, recovery number*, recovery contact*, backup email, backup e-mail, backup phone, password reset*, resets go to, account recovery, verification codes, one-time codes, login codes, security codes, fallback email, rescue email, security email, alternate email, alternate login email
de: rucksetzadresse*, wiederherstellungsadresse*, wiederherstellungs-e-mail, wiederherstellungsmail*, wiederherstellungsnummer*, passwort zurucksetzen, passwort-reset*, ersatz-mail*, ersatzadresse, *rucksetzung, reset-adresse*, reset-mail*
fr: adresse de recuperation, e-mail de recuperation, email de recuperation, mail de secours, adresse de secours, numero de recuperation, telephone de recuperation, adresse de reinitialisation, reinitialisation du mot de passe, email de secours, e-mail de secours
es: correo de recuperacion, direccion de recuperacion, telefono de recuperacion, restablecimiento de contrasena, correo de restablecimiento, email de recuperacion
it: email di recupero, e-mail di recupero, indirizzo di recupero, numero di recupero, telefono di recupero, reimpostazione password, indirizzo di ripristino, email di ripristino
nl: hersteladres, herstelmail, herstel-e-mail*, herstelnummer, hersteltelefoon, wachtwoordherstel, resetadres
pt: e-mail de recuperacao, email de recuperacao, endereco de recuperacao, telefone de recuperacao, redefinicao de senha, recuperacao de senha
pl: adres odzyskiwania, e-mail odzyskiwania, email odzyskiwania, telefon odzyskiwania, adres do resetu*, adres resetowania, e-mail do odzyskiwania, odzyskiwanie hasla, reset hasla
ru: резервн* почт*, резервн* адрес*, почта для восстановления, адрес для восстановления, адрес сброса, телефон для восстановления, сброс пароля, восстановление пароля, почта для сброса
zh: 找回邮箱, 备用邮箱, 恢复邮箱, 安全邮箱, 重置邮箱, 密保邮箱, 密保手机, 密码重置, 找回密码
ja: 再設定用, 再設定先, 復旧用, 回復用, 予備のメール, 復元用メール, パスワード再設定, リカバリ*
"""
"""Names of a claim that say where resets go."""

SENT = """
en: go to, goes to, sent to, send to, forwarded to, forward to, routed to, delivered to, redirected to, land in, arrive at, answered by, handled by
de: gehen an, geht an, gesendet, geschickt, weitergeleitet, umgeleitet, landen bei
fr: envoye*, envoyer, vont a, transmis*, rediriges
es: envia*, van a, reenvia*, dirig*
it: inviat*, inviare, vanno a, inoltrat*
nl: gaan naar, gaat naar, gestuurd, verzonden, doorgestuurd
pt: enviad*, enviar, vao para, vai para, encaminhad*
pl: ida na, wysyla*, wyslane, przekier*, trafia*
ru: отправ*, присыла*, направл*, приход*, шлют*
zh: 发送到, 发到, 发给, 寄到, 转发
ja: 送信, 送る, 送られ, 届く, 転送
"""

CONTACT_MAIL = """
en: contact mail, contact e-mail, contact email, contact address
de: kontaktadresse, kontaktmail, kontakt-e-mail, ersatzadresse
fr: adresse de contact, e-mail de contact
es: correo de contacto
it: email di contatto, indirizzo di contatto
nl: contactadres, contactmail
pt: e-mail de contato, email de contacto
pl: adres kontaktowy
ru: контактн* адрес*, контактн* почт*
zh: 联系邮箱
ja: 連絡先メール
"""

OWNED = """
en: account owner*, registrar account*, admin account*, root account*, main account*, administrator account*, owner of the account
de: hauptkonto*, administratorkonto*, admin-konto*, kontoinhaber*
fr: compte principal, compte administrateur, titulaire du compte
es: cuenta principal, cuenta de administrador, titular de la cuenta
it: account principale, titolare dell'account
nl: hoofdaccount, beheerdersaccount
pt: conta principal, conta de administrador
pl: glownego konta, konta administratora
ru: главн* аккаунт*, аккаунт* администратора
zh: 主账户, 管理员账户
ja: 管理者アカウント, メインアカウント
"""
"""Accounts whose address opens the others."""

GUARD = """
en: 2fa, mfa, two-factor, two factor, second factor, two-step, multi-factor, multifactor, 2-step, two step, one-time code*, otp check, totp, signature check*, signature verification, signature validation, commit signatures, code signing, signed commits, certificate check*, certificate verification, certificate validation, tls verification, tls check*, ssl verification, identity check*, identity verification, password check*, password policy, authentication, authorisation check*, authorization check*, branch protection, virus scan*, malware scan*, antivirus, firewall, captcha, login check*, access control*, access check*, hash check*, checksum check*, checksum verification, host key check*, security check*, security scan*, callback verification, caller verification, secret scanning, passkey, passkeys, sso, security key, login code*, sign-in code*, sms code*, one-time password*, identity prompt, checking their signature*, checking the signature*, checking signatures, checking its signature, verifying signatures, verifying the signature*, checking certificates, verifying certificates
de: 2fa, mfa, zwei-faktor*, zweifaktor*, zweiter faktor, zweiten faktor, zweite faktor, signaturprufung*, zertifikatsprufung*, authentifizierung*, anmeldung, sicherheitsprufung*, identitatsprufung*, virenscan*, virenschutz, firewall, passwortprufung*, zugangskontrolle*, zugriffskontrolle*
fr: 2fa, mfa, double authentification, deux facteurs, deux etapes, second facteur, double facteur, verification de signature, verification des signatures, verification du certificat, verification des certificats, authentification, antivirus, pare-feu, controle d'acces, controles de securite, verification d'identite
es: 2fa, mfa, doble factor, dos factores, dos pasos, segundo factor, verificacion de firma*, comprobacion de firma*, verificacion de certificado*, autenticacion, antivirus, cortafuegos, control de acceso, verificacion de identidad
it: 2fa, mfa, due fattori, doppio fattore, due passaggi, secondo fattore, verifica della firma, verifica delle firme, controllo della firma, controllo delle firme, verifica del certificato, autenticazione, antivirus, firewall, controllo degli accessi, verifica dell'identita
nl: 2fa, mfa, tweestaps*, twee stappen, tweefactor*, tweede factor, handtekeningcontrole*, certificaatcontrole*, authenticatie, virusscan*, firewall, toegangscontrole*, identiteitscontrole*
pt: 2fa, mfa, dois fatores, duas etapas, segundo fator, verificacao de assinatura*, verificacao de certificado*, verificacao em duas, autenticacao, antivirus, firewall, controle de acesso, verificacao de identidade
pl: 2fa, mfa, dwuskladnikow*, dwuetapow*, drugi skladnik, drugiego skladnika, weryfikacj* podpis*, sprawdzan* podpis*, kontrol* podpis*, sprawdzan* certyfikat*, weryfikacj* certyfikat*, uwierzytelnian*, antywirus*, zapor*, kontrol* dostepu, weryfikacj* tozsamosci
ru: 2fa, mfa, двухфактор*, двухэтап*, второй фактор, второго фактора, проверк* подпис*, проверк* сертификат*, аутентификац*, антивирус*, брандмауэр*, проверк* личности, контрол* доступа
zh: 2fa, mfa, 双因素, 双重验证, 双重认证, 两步验证, 二次验证, 多因素, 签名校验, 签名验证, 证书校验, 证书验证, 身份验证, 身份认证, 防火墙, 杀毒, 访问控制, 雙重驗證
ja: 2fa, mfa, 二段階認証, 2段階認証, 二要素認証, 2要素認証, 多要素認証, 二段階, 署名検証, 署名の検証, 署名確認, 証明書の検証, 証明書検証, 本人確認, ファイアウォール, ウイルス対策, アクセス制御
"""
"""What keeps strangers out."""

GUARD_NAME = """
en: 2fa, mfa, two-factor*, two factor*, second factor, multi-factor*, auth policy, authentication policy, login policy, sign-in policy, password policy, access policy, mfa policy, signature check*, signature verification, branch protection, allowlist, allow-list, whitelist, trusted domain*, trusted sender*, trusted host*, standing permission*, permission granted, access granted, admin access, key sharing, api key sharing, security policy, tls verification, certificate verification
de: zwei-faktor*, zweifaktor*, zweiter faktor, anmelderichtlinie*, anmelderegel*, passwortrichtlinie*, passwortregel*, zugangsrichtlinie*, signaturprufung, sicherheitsrichtlinie*, vertrauenswurdige domain*, positivliste
fr: double authentification, authentification a deux*, politique d'authentification, politique de connexion, politique de mot de passe, politique d'acces, liste blanche, verification des signatures
es: doble factor, autenticacion de dos*, verificacion en dos*, politica de autenticacion, politica de acceso, politica de contrasena*, lista blanca, verificacion de firmas
it: autenticazione a due*, doppio fattore, politica di autenticazione, politica di accesso, politica delle password, lista bianca, verifica delle firme
nl: tweestaps*, tweefactor*, inlogbeleid, toegangsbeleid, wachtwoordbeleid, authenticatiebeleid, witte lijst
pt: autenticacao de dois*, verificacao em duas*, dois fatores, politica de autenticacao, politica de acesso, politica de senha*, lista branca
pl: dwuskladnikow*, dwuetapow*, polityka logowania, polityka uwierzytelniania, polityka hasel, polityka dostepu, biala lista
ru: двухфактор*, двухэтап*, политика входа, политика аутентификации, политика паролей, политика доступа, белый список
zh: 双因素*, 双重验证, 两步验证, 登录策略, 认证策略, 密码策略, 访问策略, 白名单
ja: 二段階認証, 二要素認証, 多要素認証, ログインポリシー, 認証ポリシー, パスワードポリシー, アクセスポリシー, ホワイトリスト
"""
"""Names of a claim that settle how one gets in."""

KEY = """
en: api key*, access key*, private key*, ssh key*, signing key*, deploy key*, master key*, encryption key*, root password, admin password, master password, admin credentials, production credentials, credentials, access token*, recovery codes, backup codes, one-time codes, verification codes, seed phrase, service account key*, prod password*, production password*, root key*, root login*, root ssh key*
de: api-schlussel*, api-key*, zugangsdaten, privater schlussel, private schlussel, privaten schlussel*, signierschlussel*, sicherheitscodes, admin-passwort*, root-passwort*, administratorpasswort*, root-schlussel*
fr: cle* api, cle* d'api, cle* privee*, cle* ssh, identifiants, mot de passe admin*, mot de passe root, cle* root
es: clave* api, clave* de api, clave* privada*, clave* ssh, credenciales, contrasena de admin*, contrasena root, clave* de root
it: chiav* api, chiav* privat*, chiav* ssh, credenziali, password di root, password admin*, password di admin*, chiav* di root
nl: api-sleutel*, prive-sleutel*, privesleutel*, ssh-sleutel*, inloggegevens, rootwachtwoord, beheerderswachtwoord, rootsleutel*
pt: chave* de api, chave* api, chave* privada*, chave* ssh, credenciais, senha de admin*, senha root, chave* de root
pl: klucz* api, klucz* prywatn*, klucz* ssh, dane logowania, danych logowania, haslo administratora, haslo roota, klucz* roota
ru: ключ* api, api-ключ*, закрыт* ключ*, приватн* ключ*, учетн* данн*, парол* администратора, парол* root, ключ* root
zh: api密钥, 密钥, 私钥, 管理员密码, 凭证, 凭据, root密码, root密钥
ja: apiキー, 秘密鍵, 認証情報, 管理者パスワード, rootパスワード, rootの鍵
"""
"""What opens all doors."""

SHARED = """
en: give, gives, given, giving, hand, hands, tell, tells, shared with, be shared, share it with, may be given, may be sent, is given to, are given to, given out, hand out, handed out, handed to, be handed, sent to, pass to, passed on to, passed to, forwarded to, disclosed to, told to, disclose*, on request, read out, to anyone, to anybody, with anyone, with anybody, with everyone, everyone who asks, whoever asks, publicly, share, shares, sharing
de: weitergegeben, geteilt werden, herausgegeben, weitergeben, an jeden, auf anfrage, mitgeteilt werden, herausgeben, gehen an, teilen sich, teilt sich
fr: partage* avec, communiqu*, transmis*, donne* a, sur demande, envoye* a, remis* a, partagent, se partagent
es: compart*, entreg*, facilit*, a quien lo pida, envia*
it: condivis*, condivider*, consegnat*, fornit*, su richiesta, inviat*, comunicat*
nl: gedeeld, delen, verstrekt, doorgegeven, op verzoek, gestuurd
pt: compartilh*, partilh*, entreg*, fornecid*, a pedido, enviad*
pl: udostepni*, przekaz*, podaw*, wyslan*, na zadanie, na prosbe
ru: переда*, сообща*, делит*, выда*, по запросу, отправ*
zh: 分享, 共享, 发给, 告知, 提供给, 交给, 透露
ja: 共有, 渡す, 渡して, 教えて, 開示, 送付, 送る, 渡し
"""

OUTSIDER = """
en: anyone, anybody, everyone, everybody, whoever, on request, contractor*, vendor*, supplier*, third part*, external*, outside*, partner*, caller*, support, publicly, auditor*, consultant*, zzmailzz, zzaddresszz, zzhandlezz
de: jeden, jedem, alle, allen, auf anfrage, dienstleister*, extern*, partner*, lieferant*, support, anrufer*, berater*, zzmailzz
fr: quiconque, tout le monde, tous ceux, sur demande, prestataire*, sous-traitant*, externe*, partenaire*, fournisseur*, support, consultant*, zzmailzz
es: cualquiera, quien lo pida, todos, a peticion, contratista*, proveedor*, extern*, socio*, soporte, consultor*, zzmailzz
it: chiunque, tutti, su richiesta, fornitor*, estern*, partner, consulent*, supporto, zzmailzz
nl: iedereen, wie erom vraagt, op verzoek, leverancier*, extern*, partner*, support, consultant*, zzmailzz
pt: qualquer, todos, quem pedir, a pedido, fornecedor*, extern*, parceir*, suporte, consultor*, zzmailzz
pl: kazdem*, kazdy, wszystkim, na prosbe, na zadanie, dostawc*, zewnetrzn*, partner*, konsultant*, zzmailzz
ru: любому, всем, каждому, по запросу, подрядчик*, поставщик*, внешн*, партнер*, поддержк*, консультант*, zzmailzz
zh: 任何人, 所有人, 外部, 供应商, 合作方, 承包商, 外包, 客服, 顾问, zzmailzz
ja: 誰でも, 誰に, 全員, 外部, 業者, 委託先, 取引先, パートナー, サポート, コンサル*, zzmailzz
"""
"""Who has no business with it."""

ALLOWED_LIST = """
en: allowlist*, allow-list*, allow list*, whitelist*, white-list*, safelist*, trusted domain*, trusted sender*, trusted host*, trusted source*, safe sender*, trusted certificate*, trusted ca, trusted publisher*, exception list, trusted key*, is trusted, are trusted, as trusted
de: whitelist*, positivliste*, erlaubnisliste*, freigabeliste*, ausnahmeliste*, vertrauenswurdig*, allowlist*
fr: liste blanche, liste d'autorisation, domaine* de confiance, expediteur* de confiance, liste des exceptions
es: lista blanca, lista de permitidos, dominio* de confianza, remitente* de confianza, lista de confianza
it: lista bianca, lista consentiti, whitelist, domini* attendibil*, mittent* attendibil*, domini* affidabil*
nl: witte lijst, toelatingslijst, whitelist*, allowlist*, vertrouwd*
pt: lista branca, lista de permissoes, dominio* confiave*, remetente* confiave*, whitelist
pl: bial* list*, list* dozwolonych, zaufan*
ru: бел* спис*, список разрешенн*, доверенн*, список исключений
zh: 白名单, 受信任, 信任列表, 可信, 白名單
ja: ホワイトリスト, 許可リスト, 信頼済み, 信頼できるドメイン, 許可一覧
"""

ENTRY = """
en: sign in, signs in, sign-in, sign-ins, log in, logs in, log-in, login, logins, logging in, signing in, get in, gets in, connect, ssh access, admin access, sudo, to enter, console
de: anmeld*, einlogg*, login*, zugang*, konsole
fr: connexion*, se connect*, connecter, acces, console
es: inicia* sesion, inicio de sesion, entra*, acced*, acceso, consola
it: acced*, accesso, login, console
nl: inlogg*, aanmeld*, login
pt: entra*, login, acess*
pl: logow*, loguj*, zalogow*, dostep, konsol*
ru: вход*, войти, входят, логин*, консол*
zh: 登录, 登陆, 登入, 进入
ja: ログイン, サインイン, 入れる
"""

PASSWORDLESS = """
en: without a password, without password, without any password, without credentials, without a code, without the code, without authentication, without 2fa, without mfa, no password, blank password, empty password, any password, without the second
de: ohne passwort, ohne kennwort, ohne code, ohne anmeldung, ohne authentifizierung, ohne 2fa, ohne zweiten
fr: sans mot de passe, sans code, sans authentification
es: sin contrasena, sin clave, sin codigo, sin autenticacion
it: senza password, senza codice, senza autenticazione
nl: zonder wachtwoord, zonder code, zonder authenticatie
pt: sem senha, sem codigo, sem autenticacao
pl: bez hasla, bez kodu, bez uwierzytelnian*
ru: без парол*, без код*, без аутентификац*
zh: 无需密码, 不用密码, 不需要密码, 免密, 无密码
ja: パスワードなし, パスワード不要, パスワードなしで, 認証なし, コードなし
"""

PASSWORDS = """
en: password, passphrase
de: passwort, kennwort
fr: mot de passe
es: contrasena, clave
it: password
nl: wachtwoord
pt: senha, palavra-passe
pl: haslo, hasla
ru: парол*
zh: 密码
ja: パスワード
"""

ENOUGH = """
en: alone, only a, only the, is enough, is sufficient, suffices, nothing but a, nothing but the, just a, just the, takes only, is all
de: genugt, reicht, nur mit, nur noch, allein, bloss, lediglich, ausreich*
fr: suffit, seul, seulement, uniquement
es: basta, solo, unicamente, es suficiente
it: basta, solo, soltanto, e sufficiente
nl: volstaat, alleen, is genoeg, slechts
pt: basta, apenas, so a, somente, e suficiente
pl: wystarcz*, samo, tylko
ru: достаточно, только, лишь
zh: 只用, 只需, 仅需, 仅凭, 就能, 即可, 就够
ja: だけで, のみで, で十分
"""
"""Said of a password: nothing else is asked."""

SECOND_STEP = """
en: second step, second login step, the code, a code, code prompt, otp, second prompt
de: zweite schritt, zweiten schritt, zweiter schritt, einmalcode*, der code, den code, otp
fr: deuxieme etape, seconde etape, le code, code a usage unique, otp
es: segundo paso, el codigo, otp
it: secondo passaggio, secondo passo, il codice, otp
nl: tweede stap, de code, otp
pt: segundo passo, segunda etapa, o codigo, otp
pl: drugi krok, drugiego kroku, kodu, otp
ru: второй шаг, второго шага, код, кода, otp
zh: 第二步, 验证码
ja: 二段目, 確認コード, 認証コード
"""
"""What is asked beside a password."""

ADMIN = """
en: admin*, operator, operators, manager, managers, staff, owners, employee*, contractor*, root
de: admin*, verwalter*, leitung, betreiber*, mitarbeit*
fr: admin*, gerant*, responsable*, employe*
es: admin*, gestor*, encargad*, emplead*
it: admin*, amministrator*, gestor*, dipendent*
nl: admin*, beheerder*, medewerker*
pt: admin*, gestor*, funcionari*
pl: admin*, operator*, pracowni*
ru: админ*, оператор*, сотрудник*
zh: 管理员, 员工, 管理員
ja: 管理者, 社員
"""
"""Who may do more than others."""

EVERYBODY = """
en: everyone, everybody, anyone, anybody, every employee, all employees, every user, all users, the whole team, whole team, all staff, all contractors, every contractor, all interns, all trainees, guests, all freelancers, every freelancer, all partners
de: jeder, alle mitarbeit*, jeder mitarbeit*, alle nutzer, das ganze team, alle externen, alle praktikant*, alle kolleg*, alle freien
fr: tout le monde, tous les employes, chaque employe, toute l'equipe, n'importe qui, tous les utilisateurs, tous les stagiaires, tous les prestataires
es: todo el mundo, todos los empleados, cada empleado, todo el equipo, cualquiera, todos los usuarios, todos los becarios, todos los colaborador*
it: chiunque, tutti i dipendenti, ogni dipendente, tutto il team, tutti gli utenti, tutti i collaborator*, tutti gli stagist*
nl: iedereen, alle medewerkers, elke medewerker, het hele team, alle gebruikers, alle stagiair*, alle collega*
pt: toda a gente, todo mundo, todos os funcionarios, toda a equipa, toda a equipe, qualquer pessoa, todos os usuarios, todos os estagiarios, todos os colaborador*
pl: kazdy, wszyscy pracowni*, caly zespol, wszyscy uzytkownicy, wszyscy stazysci
ru: каждый, все сотрудники, вся команда, любой, все пользователи, все стажеры, все подрядчики
zh: 所有人, 每个人, 任何人, 全体员工, 所有员工, 所有用户, 所有实习生, 所有外包
ja: 全員, 誰でも, 全社員, すべてのユーザー, インターン全員
"""

FULL_RIGHTS = """
en: is admin, is an admin, are admin, are admins, admin rights, administrator rights, as root, as admin, root access, root rights, root key, counts as staff, count as staff, is staff, superuser*, owner role, admin role, owner rights, owner access
de: adminrechte, admin-rechte, administratorrechte, ist admin, sind admin*, als root, rootrechte, vollzugriff
fr: droits d'admin*, droits admin*, est admin*, sont admin*, en root, acces complet, acces root
es: derechos de admin*, permisos de admin*, es admin*, son admin*, como root, acceso total, acceso root
it: diritti di admin*, permessi di admin*, e admin*, sono admin*, come root, accesso completo, accesso root, accesso di root
nl: beheerdersrechten, adminrechten, is admin, is beheerder, als root, volledige toegang, als beheerder, roottoegang
pt: direitos de admin*, permissoes de admin*, e admin*, sao admin*, como root, acesso total, acesso root
pl: prawa admin*, uprawnienia admin*, jest admin*, sa admin*, jako root, pelny dostep
ru: права админ*, правами админ*, админ, под root, как root, полный доступ
zh: 管理员权限, 是管理员, root权限, 完全访问
ja: 管理者権限, 管理者です, rootで, フルアクセス
"""
"""Rights that few should have."""
