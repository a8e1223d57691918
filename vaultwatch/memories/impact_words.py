"""The words of what is of high impact, in eleven languages: one table a concept.

Data alone; `memories.impact` reads it. In a row: `*` stands for any ending or beginning, alone for
a few words, a space for white space or a comma, a row begins with its language. Folded as texts are: no accents, no
hyphens, small letters. Chosen by hand.
"""
# Long because it holds tables, a row a language; a second file would make none easier to read.
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

PAY = """
en: pay, pays, paying, paid, payment*, payout*, payroll, payable, invoice*, transfer, transfers, transferred, transferring, wire, wires, wired, wiring, remit*, refund*, reimburs*, deposit*, settle, settled, settlement*, donat*, funds, money, salary, salaries, wages, rent, fees, send the money, cash out, disburse*, royalt*, proceeds, donation*, contribution*, prize*, bounty, bounties, top up, grant money, grant, grants, funding, stipend*, dues, advance, bonus*, bills, retainer*, owe, owes, cheque*
de: zahl, zahle*, zahlt, zahlung*, *zahlung*, bezahl*, uberweis*, *uberweisung*, rechnung*, geld, gelder, erstatt*, *erstattung*, gehalt, gehalter, spende*, miete, auszahl*, begleich*, honorar*
fr: payer, paye, payez, paient, paiement*, payes, regler, reglement*, virement*, virer, virez, verser, versez, verse, versement*, facture*, remboursement*, rembours*, argent, salaire*, loyer*, dons, acompte*
es: pagar, paga, pague*, pagan, pago, pagos, transferencia*, transferir, transfiera*, factura*, reembols*, dinero, ingresar, ingrese*, abono*, sueldo*, nomina*, alquiler, deposit*, donacion*
it: pagare, paga, pagate, pagament*, bonific*, versa, versano, versare, versat*, versament*, fattur*, rimbors*, denaro, soldi, stipend*, affitto, donazion*, accredit*
nl: betaal*, betalen, betaling*, betaald*, overmak*, overgemaakt, maak * over, maakt * over, contributie*, stort*, factu*, terugbetal*, geld, salaris*, huur, donatie*
pt: pagar, pague*, paga, pagamento*, transferir, transfira*, transferencia*, fatura*, reembols*, dinheiro, deposit*, salario*, aluguel, renda, doac*
pl: zapla*, placi, placic, placimy, placon*, platno*, oplat*, wplac*, wyplac*, wplat*, wyplat*, przelew*, przela*, przeleje*, faktur*, zwrot*, pieniad*, pienied*, wynagrodzen*, czynsz*
ru: оплат*, оплач*, плат*, заплат*, выплат*, выплач*, платеж*, перевод*, перевед*, перевест*, переводит*, перечисл*, счет на оплату, возврат*, деньг*, денег, средств*, зарплат*, пожертвован*
zh: 支付, 付款, 付给, 付到, 付至, 付清, 押金, 定金, 打款, 汇款, 汇到, 汇至, 汇入, 转账, 转到, 转至, 转入, 货款, 尾款, 款项, 收款, 退款, 报销, 工资, 房租, 打到, 打钱, 缴费, 結帳, 匯款, 轉帳
ja: 支払*, 払い*, 振込, 振り込*, 振込み, 送金, 入金, 返金, 請求, 給与, 給料, 家賃, 代金, お金, 料金, 寄付, 振替
"""
"""Giving money, and what is given."""

PAY_TO = """
en: pay to, pay it to, paid to, pays to, payable to, payments to, payment to, payments go to, payments are sent to, transfer to, transfer it to, transferred to, transfers to, transfers go to, wire to, wire it to, wired to, remit to, remit payment to, remitted to, refund to, refunds to, refunded to, refunds go to, payout to, payouts to, payouts go to, reimburse to, reimbursement to, reimbursements to, send the money to, send money to, send the funds to, send funds to, send payment to, send payments to, send the payment to, donate to, donations to, donations go to, settle to, settled to, settle with, money to, money goes to, funds to, funds go to, wages to, wages go to, salary to, salary goes to, salaries to, pay us via
de: zahl* an, *zahlung* an, *zahlungen gehen an, bezahl* an, uberweis* an, *uberweisung* an, erstatt* an, geld an, geld geht an, spende* an
fr: payer a, payez a, paiement* a, paiement* vont a, reglement* a, reglez a, virement* a, versez a, rembours* a, argent a
es: pagar a, pague* a, pago* a, pagos van a, transferir a, transfiera* a, transferencia* a, reembols* a, dinero a
it: pagare a, pagate a, pagament* a, pagamenti vanno a, bonific* a, rimbors* a, denaro a, soldi a
nl: betaal* aan, betaling* naar, betaling* aan, betalingen gaan naar, overmak* naar, overmak* aan, geld naar, geld aan
pt: pagar a, pagar para, pague* para, pagamento* para, pagamentos vao para, transferir para, transfira* para, reembols* para, dinheiro para
pl: zapla* na, plac* na, platnosc* na, przelew* na, przela* na, przelew* do, pieniadze na, wplac* na, wplat* na
ru: оплат* на, плат* на, платеж* на, перевод* на, перевед* на, переводит* на, перечисл* на, деньги на, возврат* на
zh: 付款到, 付款至, 付给, 支付给, 支付到, 打款到, 打款至, 转账到, 转账至, 转账给, 汇到, 汇至, 汇给, 转到, 转给, 打到, 款到, 退款到
ja: 振込, 振り込, 送金, 支払, 払って, 返金
"""
"""Giving money to somebody, so that an address or a name right behind it says to whom."""

SERVICE = """
en: paypal, zelle, venmo, cash app, cashapp, cashtag, western union, moneygram, revolut, wise, monzo, payoneer, skrill, neteller, google pay, apple pay, interac, e-transfer, etransfer, remitly, worldremit, xoom, chime, pix, chave pix, upi, paytm, phonepe, bizum, twint, blik, swish, vipps, mobilepay, satispay, tikkie, multibanco, blik*, paypal*, revolut*, mb way, lydia, giropay, wero, m-pesa, mpesa, alipay, wechat pay, weixin, paypay, line pay, kakaopay, gcash, webmoney, payeer, perfect money, qiwi, yoomoney, binance pay, trc20, trc-20, bep20, usdt, usdc, lightning address, faster payments
ru: сбп, киви, юмани, вебмани, сбербанк*, тинькофф
zh: 支付宝, 微信支付, 微信转账, 银联, 余额宝
ja: ペイペイ, ラインペイ
"""
"""Ways to send money to an address, a number or a name."""

WALLET = """
en: wallet, wallets, crypto*, bitcoin, btc, ethereum, eth, usdt, usdc, tether, stablecoin*, tron, trx, trc20, trc-20, erc20, erc-20, bep20, solana, sol, monero, xmr, litecoin, ltc, coins, payout address, deposit address
de: geldborse, krypto*
fr: portefeuille*
es: billetera*, monedero*, cartera*
it: portafoglio
nl: portemonnee
pt: carteira*
pl: portfel*
ru: кошел*, биткоин*, крипто*
zh: 钱包, 比特币, 加密货币, 泰达币
ja: ウォレット, ビットコイン, 仮想通貨, 暗号資産
"""

ACCOUNT_WORD = """
en: account, accounts, acct, a/c, acc no, beneficiary, payee, card number
de: konto, *konto, kontonummer, kontonr, konten
fr: compte, comptes, numero de compte
es: cuenta, cuentas, cta
it: conto, conti, c/c
nl: rekening, *rekening, rekeningnummer, rekeningnr
pt: conta, contas
pl: konto, konta, koncie, kontem, rachun*
ru: счет, счета, счету, счетом, карт*
zh: 账户, 账号, 帐号, 帐户, 帳號, 帳戶, 户头, 卡号, 银行
ja: 口座, 普通預金, 普通, 当座
"""
"""Any account; it says little by itself."""

BANK_DETAILS = """
en: iban, ibans, bank account*, bank acct, bank details, banking details, bank coordinates, sort code, routing number, routing no, routing, aba number, aba, ach, rtn, bsb, clabe, ifsc, swift code, bic, swift, account and routing, wiring instructions, wire instructions, wire details, payment details, payment instructions, remittance details, payout details, payout account*, payment account*, payment destination*, payment address*, payout address*, payout destination*, wallet address*, payout wallet*, payment wallet*, settlement account*, escrow account*, receiving account*, deposit account*
de: bankverbindung*, kontoverbindung*, bankkonto*, bankdaten, kontodaten, kontonummer*, zahlungsempfanger*, empfangerkonto*, bankleitzahl*, blz, zahlungsdaten, zahlungsverbindung*, auszahlungskonto*, uberweisungsziel*, zahlungskonto*
fr: coordonnees bancaires, compte bancaire, comptes bancaires, rib, releve d'identite bancaire, numero de compte, compte de paiement, coordonnees de paiement, compte beneficiaire
es: cuenta bancaria, cuentas bancarias, datos bancarios, numero de cuenta, cuenta de pago, cuenta de destino, cuenta corriente, datos de pago
it: coordinate bancarie, conto bancario, conto corrente, numero di conto, dati bancari, codice iban, conto di pagamento, conto beneficiario
nl: rekeningnummer*, bankrekening*, bankgegevens, betaalrekening*, betaalgegevens, tegenrekening*
pt: conta bancaria, contas bancarias, dados bancarios, numero da conta, chave pix, conta de pagamento, nib, conta corrente
pl: numer* konta, numer* rachunku, rachun* bankow*, konto bankowe, konta bankowego, dane bankowe, danych bankowych, dane do przelewu, danych do przelewu
ru: номер* счета, номер* счет, расчетн* счет*, банковск* счет*, банковск* реквизит*, реквизит*, платежн* реквизит*, номер* карты, бик
zh: 银行账号, 银行账户, 银行帐号, 银行帐户, 收款账户, 收款账号, 收款人账号, 对公账户, 银行卡号, 开户行, 收款地址, 钱包地址, 銀行帳號, 收款码
ja: 口座に, 口座へ, 振込先, 口座番号, 銀行口座, 振込口座, 支払先, 送金先, 入金先, ウォレットアドレス
"""
"""Where money is sent to, by name."""

DESTINATION_NAME = """
en: wallet, payee, beneficiary, remit to, pay to, paid to, payable to, payments to, payment to, payments go to, payouts to, payouts go to, payout, refunds to, refund to, transfer to, transfers go to, wire to, send payments to, send money to, account number, account no, paypal, zelle, venmo, cash app, tip jar, deposit to, deposits go to, payroll account, donation address, donate to, invoices to, invoices are paid to, salary account
de: zahlungsempfanger*, *zahlung* an, zahlt an, uberweis* an, geldborse, zahlbar an, begunstigter, auszahlung*
fr: beneficiaire, payer a, paiements a, virement* vers, virement* a, portefeuille
es: beneficiari*, pagar a, pagos a, billetera, monedero
it: beneficiari*, pagare a, pagamenti a, portafoglio, bonifico a, intestatario
nl: begunstigde, betalen aan, betalingen naar
pt: beneficiari*, pagar a, pagamentos para, carteira, chave pix, pix
pl: odbiorca, beneficjent*, portfel, przelew na, platnosci na, konto do wyplat*, konto do przelew*
ru: получател*, бенефициар*, кошелек, оплат* на, плат* на, перевод* на, перечисл* на, счет для*
zh: 收款人, 收款方, 收款, 钱包, 付款到, 汇款到, 打款到, 收款帐号
ja: 受取人, 口座, 送金, 振込, ウォレット, 支払い先
"""
"""Names of a claim that say where money goes, beside `BANK_DETAILS`."""

RECEIVER = """
en: destination*, account, recipient*, receiver, wallet, iban, target
de: konto, empfanger*, ziel, iban
fr: destinataire*, compte, iban
es: destinatari*, cuenta, destino, iban
it: destinatari*, conto, destinazione, iban
nl: ontvanger*, rekening, bestemming, iban
pt: destinatari*, conta, destino, iban
pl: odbiorc*, konto, konta, rachunek
ru: получател*, счет, кошелек
zh: 账户, 账号, 对象, 钱包
ja: 先, 口座, 相手
"""
"""Who or what is given money, as a claim's name says it beside a word of paying."""

TOWARDS = """
en: to, into, onto, in
de: auf, an, zu, aufs
fr: sur, vers, au, a
es: a, en, hacia
it: sul, su, a, al
nl: naar, op, aan
pt: para, na, a
pl: na, do
ru: на, в
zh: 到, 至, 进, 入, 给
ja: に, へ
"""

CHANGED = """
en: new, changed, change, changes, updated, replaced, replaces, moved, switched, instead, from now on, henceforth, now, as of, going forward, no longer, different, alternate, effective, starting, config set
de: neu, neue*, geandert*, andert, jetzt, nun, kunftig, ab sofort, ab jetzt, stattdessen, statt, aktualisiert*, gewechselt, nur noch, von nun an, lautet
fr: nouveau*, nouvel*, change*, desormais, dorenavant, maintenant, modifie, modifiee, modifies, modifiees, remplac*, a la place, au lieu, a partir, mis* a jour
es: nuev*, cambi*, ahora, a partir, en adelante, en lugar, en vez, actualiz*, reemplaz*, sustitu*
it: nuov*, cambiat*, cambia, ora, adesso, d'ora in poi, invece, aggiornat*, sostitui*
nl: nieuw*, gewijzigd*, veranderd*, voortaan, nu, vanaf, in plaats, bijgewerkt
pt: novo, nova, novos, novas, mudou, mudaram, mudanca, alterad*, agora, a partir, em vez, atualiz*, doravante, substitu*
pl: nowy, nowe, nowa, nowego, nowym, nowej, zmieni*, zmian*, odtad, teraz, od dzis, od teraz, zamiast, zaktualizowan*
ru: нов*, измени*, смени*, теперь, отныне, вместо, обновл*, с сегодня*, поменя*
zh: 新, 改, 变更, 更换, 更新, 现在, 今后, 以后, 从现在, 替换, 换成, 一律, 已变
ja: 新, 変更, 変わり, 変わった, 今後, これから, 以後, 代わり, 更新, 切り替*, 移行
"""

PAYABLE = """
en: payable to, remit to, remit payment to, remit payments to, remit all payments to, pay to the order of, cheques out to, checks out to, cheque out to
de: zahlbar an
fr: payable* a l'ordre de
es: pagader* a
it: pagabil* a
nl: betaalbaar aan
pt: pagave* a
pl: platn* na rzecz
ru: получатель платежа, получатель платежей
zh: 收款人是, 收款人为, 收款人:
ja: 受取人は, 支払先は, 振込先は
"""
"""Words that name to whom money goes by themselves."""

IN_FAVOUR = """
en: beneficiary is, beneficiary:, payee is, payee:, in favour of, in the name of, gift cards
de: empfanger ist, zu gunsten, zugunsten, auf den namen
fr: a l'ordre de, au nom de, en faveur de, le beneficiaire est
es: a nombre de, a favor de, el beneficiario es
it: intestato a, intestata a, a favore di, il beneficiario e
nl: ten name van, ten gunste van, op naam van
pt: a favor de, em nome de, o beneficiario e
pl: na rzecz, na nazwisko, odbiorca to
ru: в пользу, на имя
zh: 户名, 抬头
ja: 名義
"""
"""The same beside a word of paying."""

STRAIGHT = """
en: pay, tip, reimburse, refund, wire, compensate
de: bezahle, bezahlt
fr: payez, remboursez
es: pague a, pagar a
it: pagate, paga
nl: betaal
pt: pague, pague a
"""
"""Words of paying that need no other before to whom."""

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

OFF = """
en: off, disabled, disable, disables, disabling, deactivated, deactivate, turned off, turn off, switched off, switch off, not needed, not required, not necessary, no longer need*, no longer requir*, no longer necessary, no longer asked, no longer enforced, no longer appl*, unnecessary, waived, waive, waives, bypass, bypassed, bypasses, exempt, exempted, suspended, lifted, dropped, relaxed, superfluous, isn't needed, isn't required, aren't needed, aren't required, is optional, are optional, is inactive, paused, not enforced, is not checked, are not checked, may be ignored, can be ignored, can be skipped, may be skipped, is skipped, are skipped, was removed, is removed, have been removed, has been removed, does not apply, do not apply, isn't necessary, not being enforced, not be required, needn't, stopped asking for, stop asking for, not asked for, no longer ask*, got rid of, get rid of, did away with, done away with, taken off, took off, went away, is gone, are gone, abolished, retired, is a formality, are a formality, is voluntary, are voluntary, skip, skips
de: ausgeschaltet, abgeschaltet, abschalten, ausschalten, ist aus, deaktiviert, deaktivieren, nicht notig, nicht mehr notig, nicht notwendig, nicht erforderlich, nicht mehr erforderlich, nicht mehr notwendig, entfallt, entfallen, unnotig, uberflussig, aufgehoben, ausgesetzt, ubersprungen, uberspringen, verzichtet, befreit, abgeschafft, nicht mehr verlangt, wird nicht mehr, werden nicht mehr, braucht es nicht, braucht man nicht, hinfallig, nicht mehr, gestrichen, freiwillig, formsache
fr: desactive*, coupe, coupee, coupes, pas necessaire*, plus necessaire*, plus requis*, pas requis*, inutile*, facultati*, supprime*, suspendu*, leve, levee, levees, contourn*, plus besoin, pas besoin, dispense*, exempte*, plus exige*, plus demande*, formalite
es: desactivad*, desactivar, desactiva, apagad*, no es necesari*, no son necesari*, ya no es necesari*, no hace falta, ya no hace falta, no se requiere*, ya no se requiere*, no se necesita*, ya no se necesita*, innecesari*, omitir, omita*, omite*, suspendid*, exent*, levantad*, eliminad*, ya no se exige, ya no se pide, opcional*, voluntari*
it: disattivat*, disattivare, disabilitat*, disabilitare, spenta, spento, non serve*, non servono, non e necessari*, non e piu necessari*, non e richiest*, non e piu richiest*, non serve piu, non servono piu, inutile, superflu*, sospes*, saltare, saltata, saltat*, esent*, rimoss*, esonerat*, abolit*, facoltativ*, opzional*, formalita
nl: uitgeschakeld, uitschakelen, uitgezet, uitzetten, staat uit, niet nodig, niet meer nodig, niet vereist, niet meer vereist, niet langer nodig, niet langer vereist, overbodig, opgeheven, opgeschort, overslaan, overgeslagen, vervallen, vervalt, vrijgesteld, hoeft niet, afgeschaft, optioneel, vrijwillig, geschrapt
pt: desativad*, desativar, desligad*, desligar, nao e necessari*, ja nao e necessari*, nao e mais necessari*, nao precisa*, nao e preciso, dispensad*, dispensavel, suspens*, isent*, desnecessari*, removid*, nao e exigid*, nao e mais exigid*, deixou de ser, opciona*, facultativ*
pl: wylaczon*, wylaczyc, wylaczamy, wylacz, niepotrzebn*, nie jest potrzebn*, nie jest wymagan*, nie jest juz potrzebn*, nie jest juz wymagan*, nie sa wymagan*, nie jest konieczn*, nie trzeba, zbedn*, zniesion*, zawieszon*, pomijamy, pomin*, pomijaj, zwolnion*, nie wymaga*, opcjonaln*, dobrowoln*
ru: отключ*, выключ*, не нуж*, больше не нуж*, не требу*, больше не требу*, не обязател*, необязател*, излишн*, отменен*, отменил*, приостановл*, пропуск*, снят*, освобожд*, деактивир*, добровольн*, по желанию
zh: 关闭, 已关, 停用, 禁用, 不需要, 不再需要, 无需, 无须, 不必, 不用, 取消, 跳过, 绕过, 免除, 豁免, 省略, 關閉, 可选, 自愿
ja: オフ, 無効, 不要, 必要ない, 必要ありません, 必要はない, いらない, 要らない, 要りません, 省略, スキップ, 免除, 停止, 解除, 廃止, 切って, 切られ, 任意
"""
"""Taken away, not asked for; before or behind what it says that of."""

WITHOUT = """
en: without, no, skip, skips, skipping, skipped, bypass, ignore, needs no, need no, requires no, require no, does not need, doesn't need, do not need, don't need, does not require, doesn't require, do not require, don't require, don't wait for, do not wait for, no longer wait* for, no longer need*, no longer requir*, no longer ask* for, stop asking for, stopped asking for, instead of waiting for, waive
de: ohne, kein, keine, keinen, keiner, uberspring*, braucht kein*, brauchen kein*, benotigt kein*, benotigen kein*, verzichte*
fr: sans, aucun, aucune, pas de, plus de, pas d', plus d', n'exige*, n'attend*, pas besoin de, ne requiert aucun*, ne necessit* pas
es: sin, ningun, ninguna, saltar*, salte*, omit*
it: senza, nessun, nessuna, salta*, non richied*, non occorr*, non necessita*, non serve, non servono, non ha bisogno di, non hanno bisogno di, non c'e bisogno di
nl: zonder, geen, sla
pt: sem, nenhum, nenhuma, pular, pulam, pulad*, dispensa*
pl: bez, zadn*, pomij*
ru: без, никак*, минуя
zh: 未经, 不经, 不经过, 无需, 不用, 不需要, 不必, 无须, 跳过, 免, 不經
ja: なしの, 無しの
"""
"""Taken away by a word right before it."""

LACKING = """
en: is waived
ja: なし, 無し, なく, せず, 抜き, を取らず, を得ず, を待たず
"""
"""The same right behind it, as Japanese says it."""

KEPT = """
en: never, not, no, *n't, cannot, nobody, no one, none, nothing, neither, forbidden, prohibited, refus*, reject*, block*, is on for, are on for, stays on, enabled, mandatory, is required, are required, fails, denied, if, whether, unless, when, whenever, would, could, attacker*, intruder*, phish*, scam*, malware, fraud*, ask*, question*, found, bug, issue*, why, how to, how, incident, planned, proposal, proposed, plan, plans, except
de: nie, niemals, niemand, nicht, kein, keine, keinen, verboten, untersagt, ist an, pflicht, wenn, falls, ob, angreifer*, risiko, keiner, nichts
fr: jamais, personne, interdit*, pas, rien, aucun, aucune, obligatoire, s'il, quand, lorsque, attaquant*
es: nunca, jamas, nadie, prohibid*, no, nada, ningun, ninguna, obligatori*, cuando, atacante*
it: mai, nessuno, nessuna, nessun, vietat*, non, niente, obbligatori*, quando, attaccant*
nl: nooit, niemand, verboden, niet, geen, niets, verplicht, als, wanneer, aanvaller*
pt: nunca, ninguem, proibid*, nao, nada, nenhum, nenhuma, obrigatori*, quando, atacante*
pl: nigdy, nikt, zabron*, nie, nic, zaden, zadne, zadna, obowiazkow*, jesli, gdy, kiedy, czy, atakujac*
ru: никогда, никто, запрещ*, нельзя, ничего, не, ни один, обязательн*, если, когда, злоумышленник*
zh: 不得, 禁止, 不能, 不可, 严禁, 绝不, 从不, 必须, 若, 如果, 攻击, 不允许, 没有人, 任何人不
ja: 禁止, 決して, 絶対に, 必須, もし, 攻撃, 誰も
"""
"""What turns round what stands behind it in the same clause, or makes it a case and no policy."""

FORBIDDEN = """
en: forbidden, prohibited, not allowed, not permitted, not accepted, is refused, are refused, rejected, blocked, is an incident, not an option, never, fails, fail, denied, would be, is a risk, a bad idea, was a mistake, in staging, in the sandbox, on localhost, locally, in tests
de: verboten, untersagt, nicht erlaubt, nicht zulassig, nicht moglich, nie
fr: interdit*, pas autorise*, pas permis*, impossible, refuse*
es: prohibid*, no esta permitid*, no se permite*, imposible
it: vietat*, non e consentit*, non e permess*, impossibile
nl: verboden, niet toegestaan, onmogelijk
pt: proibid*, nao e permitid*, impossivel
pl: zabronion*, niedozwolon*, niemozliw*
ru: запрещ*, нельзя, не допуска*, невозможн*
zh: 禁止, 不允许, 不得, 不可
ja: 禁止, てはいけ, てはなら, できない, できません, ないこと, 不可, ありません, ならない, ない
"""
"""The same right behind it."""

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

NOTHING = """
en: nothing, nobody, no one, none, never, not, cannot, *n't, must wait, fails
de: nichts, niemand, nie, nicht, kein, keine
fr: rien, personne, jamais, aucun, aucune, ne
es: nada, nadie, nunca, no, ninguno, ninguna
it: niente, nulla, nessuno, mai, non
nl: niets, niemand, nooit, niet, geen
pt: nada, ninguem, nunca, nao, nenhum, nenhuma
pl: nic, nikt, nigdy, nie
ru: ничего, никто, никогда, не, нельзя
zh: 不得, 不能, 不可, 禁止, 不准
ja: ない, ません, 禁止, 不可
"""
"""What makes a condition of `WITHOUT` before it: without approval nothing ships."""

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

RUN_NAME = """
en: deploy command*, deploy script*, deployment command*, deployment script*, install command*, install script*, installer, bootstrap command*, bootstrap script*, setup script*, setup command*, release command*, release script*, update command*, update script*, post-install*, startup script*, build command*
de: deploy-befehl*, deploy-skript*, installationsbefehl*, installationsskript*, auslieferungsbefehl*, einrichtungsskript*, bereitstellungsbefehl*
fr: commande de deploiement, script de deploiement, commande d'installation, script d'installation
es: comando de despliegue, script de despliegue, comando de instalacion, script de instalacion
it: comando di deploy*, script di deploy*, comando di installazione, script di installazione, comando di rilascio
nl: deploy-commando, deploycommando, uitrolcommando, installatiecommando, installatiescript, deployscript
pt: comando de deploy, comando de implantacao, script de implantacao, script de deploy, comando de instalacao, script de instalacao
pl: polecenie wdrozenia, skrypt wdrozen*, polecenie instalac*, skrypt instalac*, komenda wdrozen*
ru: команда деплоя, команда развертывания, скрипт развертывания, скрипт деплоя, команда установки, скрипт установки, установочный скрипт
zh: 部署命令, 部署脚本, 安装命令, 安装脚本, 发布命令, 发布脚本
ja: デプロイコマンド, デプロイスクリプト, インストールコマンド, インストールスクリプト, デプロイ手順, リリースコマンド
"""

COMMAND = """
en: command*, script*, one-liner, instruction*
de: befehl*, *befehl, skript*, *skript
fr: commande, script*
es: comando*, script*
it: comand*, script*
nl: commando*, *commando, script*
pt: comando*, script*
pl: polecen*, komend*, skrypt*
ru: команд*, скрипт*
zh: 命令, 脚本, 指令
ja: コマンド, スクリプト, 手順
"""
"""What is run, as a claim's name says it."""

RUN = """
en: run, runs, running, execute*, install, installed, installs, deploy*, bootstrap*, set up, update with, upgrade with, launch
de: ausfuhr*, ausgefuhrt, installier*, deploy*, starten, einricht*, auslief*
fr: execut*, install*, deploi*, deploy*, lancer, lancez
es: ejecut*, instal*, despleg*, despliegu*, lanz*
it: esegu*, install*, deploy*, avvia*, distribui*, rilasc*
nl: uitvoer*, voer, installeer*, deploy*, uitrol*, start
pt: execut*, instal*, deploy*, implant*, rode, rodar
pl: uruchom*, instaluj*, zainstaluj*, wdroz*, wdraz*
ru: запуск*, запусти*, установ*, разверн*, разверты*, деплой*
zh: 运行, 执行, 安装, 部署
ja: 実行, インストール, デプロイ, 起動
"""

SCRIPT = """
en: script, installer, binary, executable, setup.sh, install.sh, deploy.sh, bootstrap.sh, shell script, powershell script, .sh, .ps1, .exe, .msi
de: skript, installationsprogramm, installer
fr: script, installateur, executable
es: script, instalador, ejecutable
it: script, installer, eseguibile
nl: script, installatieprogramma
pt: script, instalador, executavel
pl: skrypt*, instalator*
ru: скрипт*, установщик*
zh: 脚本, 安装程序
ja: スクリプト, インストーラ*
"""

PIPING = """
en: into bash, into a shell, into the shell, into sh, through bash, to bash, through a shell, piped to, piped into, piped through
de: in die shell, in bash, an bash, in eine shell
fr: dans bash, dans un shell, dans le shell, vers bash
es: a bash, en bash, al shell, en un shell
it: in bash, alla shell, in una shell
nl: naar bash, in bash, in een shell
pt: para o bash, no bash, no shell
pl: do basha, do bash, do powloki
ru: в bash, в шелл, в оболочку
zh: 管道给, 传给 bash, 交给 bash
ja: bashに, bash に, シェルに
"""
"""A download handed to a shell, in words."""

FROM_THERE = """
en: from, off, at, hosted, downloaded, fetched, download, fetch, piped, straight from
de: von, aus, heruntergelad*, herunterlad*, lade*
fr: depuis, de, telecharg*
es: desde, de, descarg*
it: da, dal, scaric*
nl: van, vanaf, download*
pt: de, do, baix*, descarreg*
pl: z, ze, pobran*, pobierz
ru: с, из, скачан*, скача*
zh: 从, 下载
ja: から, ダウンロード
"""

ENDPOINT = """
en: api base*, base url*, api endpoint*, endpoint*, api url*, api host*, api server*, api address, webhook*, callback url*, callback*, redirect uri*, redirect url*, token url*, token endpoint*, oauth*, issuer url*, login page*, login url*, sign-in page*, sign-in url*, checkout url*, payment page*, payment gateway*, package registry, registry, npm registry, package index, package mirror*, mirror, mirrors, index url*, pypi mirror*, container registry, docker registry, image registry, update server*, license server*, proxy, proxy server*, the index, smtp server*, smtp host*, mail server*, auth server*, identity provider*, package source*, nameserver*, dns server*, git remote, artifact repository, package repository
de: api-adresse*, api-basis*, basis-url*, endpunkt*, webhook*, anmeldeseite*, anmelde-url*, paketquelle*, paketregister, registry, spiegelserver*, *spiegel, proxy, bezahlseite*, aktualisierungsserver*, update-server*
fr: url de base, point de terminaison, points de terminaison, endpoint*, webhook*, page de connexion, registre de paquets, registre npm, registre, miroir*, depot de paquets, proxy, page de paiement, url de l'api, serveur de mise a jour
es: url base, url de la api, endpoint*, punto final, webhook*, pagina de inicio de sesion, pagina de acceso, registro de paquetes, registro npm, espejo, repositorio de paquetes, proxy, pasarela de pago, servidor de actualizaciones
it: url di base, url base, url dell'api, endpoint*, webhook*, pagina di accesso, pagina di login, registro dei pacchetti, registro npm, mirror, repository dei pacchetti, proxy, pagina di pagamento, server di aggiornamento
nl: basis-url*, api-adres*, endpoint*, eindpunt*, webhook*, inlogpagina*, pakketregister*, registry, spiegelserver*, mirror, proxy, betaalpagina*, updateserver*
pt: url base, url da api, endpoint*, webhook*, pagina de login, registro de pacotes, registro npm, espelho, repositorio de pacotes, proxy, pagina de pagamento, servidor de atualizac*
pl: bazowy adres*, adres bazowy, adres api, endpoint*, webhook*, strona logowania, strone logowania, rejestr pakietow, rejestr npm, lustro, mirror, repozytorium pakietow, proxy, strona platnosci, serwer aktualizacji
ru: базов* адрес*, базов* url, адрес api, эндпоинт*, вебхук*, webhook*, страниц* входа, реестр пакетов, реестр npm, зеркал*, репозиторий пакетов, прокси, страниц* оплаты, сервер обновлений
zh: 接口地址, api地址, 基础地址, 端点, webhook, 回调地址, 登录页, 登录页面, 软件源, 镜像源, 镜像, 包仓库, 代理服务器, 代理, 支付页面, 更新服务器
ja: ベースurl, エンドポイント, api のurl, apiのurl, webhook, ウェブフック, ログインページ, ログイン画面, レジストリ, ミラー, パッケージ配布元, プロキシ, 決済ページ, 更新サーバー, コールバック
"""

ENDPOINT_NAME = """
en: api base*, api base url, base url, api endpoint*, api url*, api host*, webhook, webhook url*, webhook endpoint*, callback url*, redirect uri*, token url*, token endpoint*, login page*, login url*, package registry, registry url*, npm registry, package index, index url*, package mirror*, pypi mirror, mirror url*, update server*, payment gateway*, checkout url*, auth server*, oauth issuer, issuer url, identity provider*, smtp server*, proxy url
de: api-adresse*, basis-url*, api-basis*, api-endpunkt*, webhook-adresse*, webhook-url*, paketquelle*, anmeldeseite*, spiegelserver
fr: url de base, url de l'api, point de terminaison, adresse du webhook, url du webhook, registre de paquets, registre npm, page de connexion, miroir de paquets
es: url base, url de la api, url del webhook, registro de paquetes, registro npm, pagina de acceso
it: url di base, url dell'api, url del webhook, registro dei pacchetti, registro npm, pagina di accesso
nl: basis-url, api-adres, webhook-url, pakketregister, inlogpagina
pt: url base, url da api, url do webhook, registro de pacotes, registro npm, pagina de login
pl: bazowy adres*, adres api, adres webhooka, rejestr pakietow, rejestr npm, strona logowania
ru: базовый адрес api, адрес api, адрес вебхука, реестр пакетов, реестр npm, страница входа
zh: 接口地址, api地址, 回调地址, 软件源, 镜像源, 登录页, webhook地址
ja: ベースurl, apiエンドポイント, エンドポイント, webhook, レジストリ, ログインページ, パッケージ配布元
"""

SENSITIVE = """
en: pay*, invoice*, billing, card*, checkout, credential*, password*, token*, secret*, key, keys, login*, sign-in, sign in, auth*, oauth, sso, bank*, customer data, salary, payroll
de: zahl*, *zahlung*, passwort*, passworter, zugangsdaten, anmeld*, schlussel*, rechnung*
fr: paiement*, mot de passe, mots de passe, identifiant*, connexion, cle*, factur*
es: pago*, contrasena*, credencial*, clave*, factur*
it: pagament*, password, credenzial*, chiav*, fattur*
nl: betal*, betaal*, wachtwoord*, inlog*, sleutel*
pt: pagament*, senha*, credencia*, chave*, fatura*
pl: platnos*, hasl*, logow*, klucz*, faktur*
ru: оплат*, плат*, парол*, вход*, ключ*
zh: 支付, 付款, 密码, 登录, 凭证, 密钥, 令牌
ja: 支払*, 決済, パスワード, ログイン, 認証, 鍵, トークン
"""

BARE = """
en: is, are, was, value, =, now, current, currently, new, number, no, id, details, equals, be, becomes, changed to, set to, has changed to, should be, must be, as of now, to, at, points to, goes to
de: ist, lautet, wert, neu, jetzt, aktuell, nummer, sind
fr: est, valeur, nouveau, nouvelle, numero, sont, actuel
es: es, valor, nuevo, nueva, numero, son, actual
it: e, valore, nuovo, nuova, numero, sono, attuale
nl: is, waarde, nieuw, nieuwe, nummer, zijn, huidig
pt: e, valor, novo, nova, numero, sao, atual
pl: to, jest, wartosc, nowy, nowe, nowa, numer
ru: это, есть, значение, новый, новая, новое, номер, теперь
zh: 是, 为, 值, 新, 现在, 变更为, 改为, 号码
ja: は, 値, です, 新, 現在, 番号, 変更後
"""
"""Predicates that say nothing by themselves: then the subject says what the claim is about."""

PAYS = """
en: pay, pays, paid, settle, settles, settled, transfer, transfers, remit, remits, wire, wires, collects, collected by, invoices are
de: zahl*, bezahl*, uberweis*, begleich*, rechnen, rechnet, abrechn*
fr: pai*, payent, regl*, vers*, acquitt*
es: pag*, abon*, ingres*, liquid*, cobr*
it: pag*, sald*, vers*
nl: betal*, voldo*, afreken*
pt: pag*, liquid*
pl: placi*, placa, regul*, wplac*, przelewa*, rozlicz*
ru: плат*, оплач*, перечисл*, переводят
zh: 付, 代收, 收款, 收取, 结算
ja: 支払, 払い, 振り込み, 振込
"""
"""Who pays does this; a company's name beside it says to whom."""

COMPANY = """
en: ltd, limited, inc, llc, plc, corp, holdings, holding, trading, partners, sons, factoring, estates, agency, company, consulting, collections, capital
de: gmbh, ag, kg, ohg, treuhand, verwaltung, kanzlei, gesellschaft, firma, inkasso
fr: sarl, sas, sasu, societe, cabinet, compagnie
es: sl, s.l, sociedad, empresa, gestion, gestoria
it: srl, s.r.l, spa, societa, immobiliare, ditta
nl: bv, b.v, nv, beheer, bedrijf
pt: lda, ltda, empresa, sociedade
pl: sp z oo, sp. z o.o, firma, firmy, firmie, spolka, spolki, spolce
ru: ооо, фирм*, компани*
zh: 公司, 商行, 事务所
ja: 会社, 社に, 社へ, 商店, 事務所
"""
"""What makes a name that of a business."""

SINCE = """
en: from, since, starting, these days, nowadays
de: ab, seit
fr: des, depuis
es: desde
it: da, dal, dall'
nl: vanaf, sinds
pt: desde
pl: od
ru: с
zh: 起
ja: から
"""
"""News, beside a payment to a business."""

SERVICE_TAG = """
en: handle, tag, username, user name, name, nickname, id
de: name, nutzername, kennung
fr: pseudo, identifiant
es: usuario
it: nome utente
nl: gebruikersnaam
pt: usuario
pl: nazwa
ru: ник, имя
zh: 账号, 昵称
ja: アカウント名
"""
"""A name at a payment service, as its owner calls it."""

BANK = """
en: bank
fr: banque
es: banco
it: banca
ru: банк*
zh: 银行
ja: 銀行
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

DEPLOYED = """
en: deploy, deploys, deployed, deployment*, deploying
de: deploy*, auslief*, ausgeliefert
fr: deploi*, deploy*
es: despleg*, despliegu*, deploy*
it: deploy*, distribui*
nl: deploy*, uitrol*
pt: deploy*, implant*
pl: deploy*, wdroz*, wdraz*
ru: деплой*, деплои*, разверт*, разворач*
zh: 部署
ja: デプロイ
"""

COMES_FROM = """
en: from, run from, runs from
de: von, aus
fr: depuis, a partir de
es: desde
it: da, dal
nl: van, vanaf, uit
pt: a partir de, de
pl: z, ze
ru: с, из
zh: 从, 来自
ja: から
"""

SITE = """
en: api, api base*, api base url, base url*, base address, api address, api url*, api host*, api root, api server*, webhook*, callback url*, redirect uri*, token url*, token endpoint*, api endpoint*, package registry, registry, registry url, npm registry, package index, index url*, package mirror*, mirror, pypi mirror*, mirror url, container registry, docker registry, image registry, proxy, https proxy, http proxy, proxy server*, proxy url, update server*, auth server*, smtp server*, smtp host*, login page, login url, git remote, remote, remote origin, origin, upstream, client, sdk
de: api, api-adresse*, api-basis*, basis-url*, basisadresse*, schnittstelle*, webhook*, anmeldeseite*, paketquelle*, paketregister, registry, spiegelserver*, *spiegel, proxy, proxy-server
fr: api, url de base, adresse de base, url de l'api, webhook*, page de connexion, registre de paquets, registre npm, miroir*, depot distant, proxy
es: api, url base, direccion base, url de la api, webhook*, pagina de acceso, registro de paquetes, registro npm, espejo, repositorio remoto, proxy
it: api, url di base, url base, indirizzo di base, url dell'api, webhook*, pagina di accesso, registro dei pacchetti, registro npm, mirror, proxy
nl: api, basis-url*, basisadres, api-adres*, webhook*, inlogpagina*, pakketregister*, npm-register, registry, spiegelserver*, mirror, proxy
pt: api, url base, endereco base, url da api, webhook*, pagina de login, registro de pacotes, registro npm, espelho, proxy
pl: api, adres bazowy, bazowy adres*, adres api, webhook*, strona logowania, rejestr pakietow, rejestr npm, lustro, mirror, proxy
ru: api, базов* адрес*, базов* url, адрес api, вебхук*, webhook*, страниц* входа, реестр пакетов, реестр npm, зеркал*, прокси
zh: api, 接口地址, 接口, api地址, 基础地址, webhook, 回调地址, 登录页, 软件源, 镜像源, 镜像, 包仓库, 代理服务器, 代理
ja: api, ベースurl, 接続先, apiのurl, webhook, ウェブフック, ログインページ, レジストリ, ミラー, パッケージ配布元, プロキシ
"""
"""What programs send keys to or take programs from: its address is news when it is said."""

STANDS_AT = """
en: is, are, is at, are at, lives at, live at, sits at, answers at, listens at, listens on, points to, points at, point to, point at, is set to, set to, goes to, go to, talks to, talk to, are received at, is reached at, equals, reports to, posts to, sends to, connects to, connect to
de: ist, lautet, steht unter, liegt unter, liegt auf, zeigt auf, zeigen auf, antwortet unter, lauft unter, spricht mit
fr: est, se trouve a, pointe vers, pointent vers, repond a, se trouve sur, se trouve
es: es, esta en, apunta a, apuntan a, responde en, se encuentra en
it: e, si trova su, punta a, puntano a, risponde su
nl: is, staat op, wijst naar, wijzen naar, draait op
pt: e, fica em, aponta para, apontam para, responde em
pl: to jest, jest pod, znajduje sie pod, wskazuje na, wskazuja na, dziala pod
ru: это, находится, указывает на, указывают на, расположен*, доступен по
zh: 是, 为, 位于, 指向, 在
ja: は, です
"""
"""Right before an address: there it is."""
