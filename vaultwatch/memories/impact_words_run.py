"""Words of what runs, and what it talks to, in eleven languages: data that `memories.impact` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

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
