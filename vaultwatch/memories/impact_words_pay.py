"""Words of where money goes, in eleven languages: data that `memories.impact` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

PAY = """
en: pay, pays, paying, paid, payment*, payout*, payroll, payable, invoice*, transfer, transfers, transferred, transferring, wire, wires, wired, wiring, remit*, refund*, reimburs*, deposit*, settle, settled, settlement*, donat*, funds, money, salary, salaries, wages, rent, fees, send the money, cash out, disburse*, royalt*, proceeds, donation*, contribution*, prize*, bounty, bounties, top up, grant money, grant, grants, funding, stipend*, dues, advance, bonus*, bills, retainer*, owe, owes, cheque*
de: zahl, zahle*, zahlt, zahlung*, *zahlung*, bezahl*, uberweis*, uberwies*, *uberweisung*, rechnung*, geld, gelder, erstatt*, *erstattung*, gehalt, gehalter, spende*, miete, auszahl*, begleich*, honorar*
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

SERVICE = """
en: paypal, zelle, venmo, cash app, cashapp, cashtag, western union, moneygram, revolut, wise, monzo, payoneer, skrill, neteller, google pay, apple pay, interac, e-transfer, etransfer, remitly, worldremit, xoom, chime, pix, chave pix, upi, paytm, phonepe, bizum, twint, blik, swish, vipps, mobilepay, satispay, tikkie, multibanco, blik*, paypal*, revolut*, mb way, lydia, giropay, wero, m-pesa, mpesa, alipay, wechat pay, weixin, paypay, line pay, kakaopay, gcash, webmoney, payeer, perfect money, qiwi, yoomoney, binance pay, trc20, trc-20, bep20, usdt, usdc, lightning address, faster payments
ru: сбп, киви, юмани, вебмани, сбербанк*, тинькофф
zh: 支付宝, 微信支付, 微信转账, 银联, 余额宝
ja: ペイペイ, ラインペイ
"""
"""Ways to send money to an address, a number or a name."""

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

BANK = """
en: bank
fr: banque
es: banco
it: banca
ru: банк*
zh: 银行
ja: 銀行
"""

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
