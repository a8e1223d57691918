"""Strings that look like secrets and are none, as notes hold them; generated, the same each time."""
# ruff: noqa: E501 -- a shape stands on one line, sentences in their own letters

import random
from collections.abc import Iterator

from tests.secret_kinds import filled

_SHAPES = """
git commit|Fixed in {h40}.
short commit|see {h7} and {h12}
commit range|https://git.example.org/shop/compare/{h40}...{h40}
uuid|id: {h8}-{h4}-4{h3}-a{h3}-{h12}
uuid in a link|[task](obsidian://task?id={h8}-{h4}-4{h3}-a{h3}-{h12})
image data|![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b400})
image line|{b76}\\n{b76}\\n{b76}
ssh ed25519|ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} mira@laptop
ssh rsa|ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b340} mira@laptop
ssh fingerprint|SHA256:{b43} mira@laptop (ED25519)
authorized key|The deploy key is ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43}
wireguard public|PublicKey = {b42}c=
wireguard peer|[Peer]\\nPublicKey = {b42}8=\\nAllowedIPs = 10.0.0.2/32
wireguard said|my public key is {b42}E=
bitcoin address|Donate: 1{x33}
bitcoin bech32|bc1q{q38}
ethereum address|wallet 0x{h40}
transaction|tx 0x{h64}
solana address|Send it to {x44}
monero address|4{x94}
xpub|xpub661MyMwAqRbcF{x95}
nostr public|npub1{q58}
ipfs v0|ipfs://Qm{x44}
ipfs bare|The file is Qm{x44}
ipfs v1|bafybeig{a10}{a20}2{a10}7{a10}
npm integrity|"integrity": "sha512-{b86}==",
sri|<script src="x.js" integrity="sha384-{b64}"></script>
yarn resolved|"x-1.2.3.tgz#{h40}"
go sum|golang.org/x/net v0.1.0 h1:{b43}=
pip hash|--hash=sha256:{h64}
nix hash|sha256 = "sha256-{b43}=";
docker digest|postgres@sha256:{h64}
md5|md5sum: {h32}  file.iso
checksum|Checksum (SHA-256): {h64}
etag|ETag: "{h32}"
isbn|ISBN 978-{n1}-{d3}-{d5}-{n1}
doi|https://doi.org/10.1016/j.{a6}.2024.{d6}
phone|+32 4{d2} {d2} {d2} {d2}
phone row|| Phone | +49 {d3} {d7} |
iban|IBAN: BE{d2} {d4} {d4} {d4}
vat|VAT: NL{d9}B01
order number|Order {A2}-{d8}-{A3}
tracking|Tracking: 1Z{U16}
ticket|JIRA ABC-{d4}, build {d6}
serial|Serial: {A3}{d2}{A2}{d6}
license plate|{d1}-{A3}-{d3}
mac|{h2}:{h2}:{h2}:{h2}:{h2}:{h2}
ipv6|2001:db8:{h4}:{h4}:{h4}:{h4}:{h4}:{h4}
coordinates|{d2}.{d6}, {d1}.{d6}
image file|![[IMG_2024{n1}{d3}_{d9}_HDR.jpg]]
pasted image|![[Pasted image 202410{d8}.png]]
notion export|[[Meeting notes {h32}]]
attachment|Attachments/{h8}-{h4}-4{h3}-a{h3}-{h12}/scan.pdf
youtube|https://www.youtube.com/watch?v={u11}
google doc|https://docs.google.com/document/d/1{u43}/edit#heading=h.{L12}
drive folder|https://drive.google.com/drive/folders/1{u32}?usp=sharing
figma link|https://www.figma.com/file/{w22}/Design?node-id={d1}-{d3}
slack link|https://team.slack.com/archives/C{U10}/p{d16}
map link|https://maps.app.goo.gl/{w17}
amazon|https://www.amazon.de/dp/B0{U8}/ref=sr_1_{d1}?crid={U13}
tweet|https://x.com/mira/status/1{d18}
utm|https://example.org/a?utm_source=news&utm_campaign={a8}_{d4}&mc_eid={h10}
zotero|[@{a7}{d4}{a6}]
block id|A sentence. ^{L6}
block reference|[[Plans#^{h6}]]
embed of block|![[2024-10-0{n1}#^{L6}]]
footnote|[^{h8}]: See there.
dataview|TABLE file.ctime FROM #project WHERE token_count > {d4}
tag|#project/2024/q{n1}-{a6}
colour|--accent: #{h6};
css class|.css-{L6}-MuiButton-root-{d3}
regex|`^[A-Za-z0-9+/]{16,}={0,2}$`
latex|$\\alpha_{12}^{3} + \\frac{a1}{b2} = x_{n}$
mermaid|A{d1}[Start] -->|yes| B{d1}[Stop]
camel case|getUserAccountSettingsByIdentifierV{n1}WithRetry{d1}
constant|MAX_UPLOAD_SIZE_BYTES_{d4}_DEFAULT
k8s pod|pod/checkout-api-{h9}-{L5} restarted
aws arn|arn:aws:iam::{d12}:role/checkout-api
aws resource|i-{h17} in vpc-{h17}
aws account|Account {d12}
stripe object|customer cus_{w14}, price price_1{w23}
stripe public|pk_live_{w24}
sentry dsn|https://{h32}@o{d6}.ingest.sentry.io/{d7}
analytics|G-{U10} and UA-{d8}-1
recaptcha|Meeting ID: {d3} {d4} {d4}
uuid key|key: {h8}-{h4}-4{h3}-a{h3}-{h12}
jira key|key: PROJ-{d4}
object key|object key: uploads/2024/10/{h32}.png
cache key|cache key: user:{d5}:profile:v{n1}
sort key|sort key: {a5}{d3}
public key|public_key: {b43}=
public key pem|-----BEGIN PUBLIC KEY-----\\n{b64}\\n{b64}\\n-----END PUBLIC KEY-----
certificate|-----BEGIN CERTIFICATE-----\\n{b64}\\n{b64}\\n{b20}=\\n-----END CERTIFICATE-----
signature|-----BEGIN PGP SIGNATURE-----\\n\\n{b64}\\n{b64}\\n={b4}\\n-----END PGP SIGNATURE-----
pgp fingerprint|{H4} {H4} {H4} {H4} {H4}  {H4} {H4} {H4} {H4} {H4}
minisign|untrusted comment: minisign public key {H16}\\nRW{b54}
fingerprint key|Key fingerprint = {H4} {H4} {H4} {H4}
uid|uid: {w28}
cursor|next_page: {w20}
session id said|Session {h12} took 4 s
trace|trace_id={h32} span_id={h16}
request id|x-request-id: {h8}-{h4}-4{h3}-a{h3}-{h12}
ulid|01J{U23}
nanoid link|https://example.org/s/{u21}
zettel|202410{d8} Thoughts on gardens
long file|2024-10-0{n1}-Meeting-With-Tove-About-The-Q{n1}-Budget-V{n1}.md
slug|the-quick-brown-fox-jumps-over-{d2}-lazy-dogs
compressed drawing|```compressed-json\\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZ{b120}\\n```
score|{"loss": 0.{d6}, "acc": 0.{d4}}
version|v{n1}.{d2}.{n1}-rc.{d2}+{h7}
cron|{d1} {d1} * * 1-5 /usr/bin/backup-{d2}.sh
chess|1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {d2}. O-O
dna|ACGTTGCA{A4}GGCATTACG
vin|VIN WBA{U14}
"""
_TEXTS = """
password: <your password>
password: ${DB_PASSWORD}
PASSWORD=$DB_PASSWORD
password: {{ vault_db_password }}
password: %DB_PASSWORD%
password: "********"
password: changeme
password: ask Mira
password: see 1Password
password: [[Vault keys]]
Password: stored in Bitwarden (collection "Home 2024")
DB_PASSWORD=<secret>
DB_PASSWORD=your-password-here
DB_PASSWORD=
export TOKEN=$(pass show github/token2)
api_key: YOUR_API_KEY
api_key = os.environ["API_KEY_2"]
token: !secret github_token
secret: kubernetes/prod-db-2
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
curl -u user:password https://api.example.org
curl -u "$USER:$PASS" https://api.example.org
curl -u mira https://api.example.org
mysql -u root -p shop
mysql -p
psql -h localhost -p 5432
ssh -p 2222 mira@nas
docker run -p 8080:80 -e A=1 nginx
mkdir -p build/release2
postgres://user:password@localhost/db
postgres://app:${PGPASS}@db/shop
postgres://app@db.example.org/shop
redis://localhost:6379/0
https://user:pass@example.org
mongodb://<user>:<password>@host/db
machine api.example.org login mira password <token>
Passwords need 12 characters, one digit (0-9) and one symbol (!, $ or %).
The password policy changed on 2026-10-01: 14 characters.
The password is case-sensitive.
The password is required.
The password was rotated in v2.4.1.
The password field accepts UTF-8.
The PIN pad needs 2 AA batteries.
The password reset mail arrives within 15 minutes.
- Added: password reset by e-mail (#1234)
- Fixed: token refresh loop in OAuth2 (PR-567)
- Changed: `password_hash` is argon2id, m=65536, t=3
### 2.3.0 - token budget: 4096 to 8192
Set `max_tokens=2048` and `token_limit: 8192`.
The secret of good bread: 75% hydration and 24h of rest.
The key: listen first, talk second.
key result 3: 40% fewer tickets by Q3
The token bucket holds 100 tokens per second.
Token usage: 12k in, 3.4k out
Passport: see the drawer
The passage: lines 12-40
Compass: N42°
Pass: 14 of 20
pass rate: 98.5%
Passwords: rotated 2026-01-02 by Tove
password: true
password_required: false
password_min_length: 12
"password": {"type": "string", "minLength": 12}
password: string;
password = input("Password: ")
password = get_password(user2)
const password = req.body.password1;
if password == stored_hash2: return
<input type="password" name="pw1">
type: password
Das Passwort ist im Tresor.
Passwort: siehe KeePass
Passwort vergessen? 24h warten.
Le mot de passe est dans le coffre.
Mot de passe : voir Bitwarden
La contraseña está en el llavero.
La contraseña debe tener 12 caracteres.
La clave es escuchar a los clientes.
La clave del éxito: paciencia
A senha está no cofre.
La password è nel portachiavi.
Het wachtwoord staat in Bitwarden.
Het wachtwoord is verlopen.
Hasło jest w sejfie.
Hasło to podstawa bezpieczeństwa.
Hasło wygasa po 90 dniach.
Пароль хранится в сейфе.
Пароль должен быть длиной 12 символов.
密码在保险箱里。
密码长度至少8位。
忘记密码请联系管理员。
パスワードは金庫にあります。
パスワードは8文字以上です。
パスワードを忘れた場合は連絡してください。
비밀번호는 8자 이상이어야 합니다.
Şifre kasada.
Heslo je v trezoru.
Lösenordet finns i kassaskåpet.
Recovery codes: printed, in the safe
Backup codes are in the blue folder (drawer 2).
The seed phrase is in the safe.
Seed phrase: never type it anywhere, keep it on paper in the safe at home only
Seeds: tomato, basil, pepper
| User | Password |\\n| --- | --- |\\n| admin | in 1Password |
| Field | Type | Default |\\n|---|---|---|\\n| password | string | none |
| Setting | Value |\\n|---|---|\\n| Password length | 12 |
Password:\\n- at least 12 characters\\n- one digit
## Password\\n\\nNever shared by mail.
## Passwords\\n\\n2024 was the year of passkeys.
API key:\\nask the platform team
| Key | Action |\\n|---|---|\\n| Ctrl+Shift+P | palette |
Key: G minor, 120 bpm
Ctrl+Alt+F12 is the key
The wifi is called Tulip77field.
My username is mira_1987.
User: mira.peeters@example.org
login: mira77
Licensed under Apache-2.0; see LICENSE.
Basic auth is off; use OAuth 2.1 with PKCE (S256).
HTTP Basic: base64 of user:password.
AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE
secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>
client_secret: ((azure-client-secret))
token: ${{ secrets.GITHUB_TOKEN }}
npm config set //store.example.org/:_authToken=${NPM_TOKEN}
privateKey: /etc/wireguard/privatekey2
ssh_key: ~/.ssh/id_ed25519
key_file: certs/server-2024.key
api_key_id: 42
access_token_expires_in: 3600
secret_name: prod/db/password2
password_file: /run/secrets/db_password2
passwordHash: $argon2id$v=19$m=65536,t=3,p=4
session: 2h 15m
cookie: choc-chip2
"""


def honest(*, seed: int = 12) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) of honest strings, each shape some times and each sentence once."""
    dice = random.Random(seed)  # noqa: S311 -- no secrets
    for row in _SHAPES.strip("\n").splitlines():
        kind, shape = row.split("|", 1)
        for _ in range(9):
            yield kind, filled(shape.replace("\\n", "\n"), dice)
    for text in _TEXTS.strip("\n").splitlines():
        yield "sentence", text.replace("\\n", "\n")
