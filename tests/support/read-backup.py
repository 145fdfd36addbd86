# Reads a backup of Nameplane with nothing but Python's standard library: a second implementation that the tests hold ours against.
# usage: read-backup.py FILE SECRET_HEX   (the 32 octets that argon2id makes of passphrase and salt)
# Prints one line of JSON: the manifest's text, its signature and key, and what the rows really are.
import hashlib, hmac, json, struct, sys, zlib


def sbox():
    box, p, q = [0] * 256, 1, 1
    while True:
        p = p ^ ((p << 1) & 0xFF) ^ (0x1B if p & 0x80 else 0)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        if q & 0x80:
            q ^= 0x09
        x = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4)
        box[p] = (x & 0xFF) ^ 0x63
        if p == 1:
            break
    box[0] = 0x63
    return box


S = sbox()
double = [(x << 1) ^ (0x11B if x & 0x80 else 0) for x in range(256)]
T = [
    [
        struct.unpack(">I", bytes(column[-turn:] + column[:-turn] if turn else column))[0]
        for column in ([double[S[x]], S[x], S[x], double[S[x]] ^ S[x]] for x in range(256))
    ]
    for turn in range(4)
]


def expand(key):  # FIPS 197, 5.2
    words = list(struct.unpack(">8I", key))
    rcon = 1
    for i in range(8, 60):
        word = words[-1]
        if i % 8 == 0:
            word = ((word << 8) | (word >> 24)) & 0xFFFFFFFF
        if i % 4 == 0:
            word = S[word >> 24] << 24 | S[word >> 16 & 255] << 16 | S[word >> 8 & 255] << 8 | S[word & 255]
        if i % 8 == 0:
            word ^= rcon << 24
            rcon = double[rcon]
        words.append(words[-8] ^ word)
    return words


def encrypt(words, block):
    state = [a ^ b for a, b in zip(struct.unpack(">4I", block), words[:4])]
    for r in range(1, 14):
        state = [
            T[0][state[i] >> 24] ^ T[1][state[(i + 1) % 4] >> 16 & 255] ^ T[2][state[(i + 2) % 4] >> 8 & 255] ^ T[3][state[(i + 3) % 4] & 255] ^ words[4 * r + i]
            for i in range(4)
        ]
    return struct.pack(
        ">4I",
        *(
            (S[state[i] >> 24] << 24 | S[state[(i + 1) % 4] >> 16 & 255] << 16 | S[state[(i + 2) % 4] >> 8 & 255] << 8 | S[state[(i + 3) % 4] & 255]) ^ words[56 + i]
            for i in range(4)
        ),
    )


def times(x, y):  # NIST SP 800-38D, 6.3
    z = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= y
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return z


def gcm_open(words, nonce, aad, sealed):
    body, tag = sealed[:-16], sealed[-16:]
    h = int.from_bytes(encrypt(words, bytes(16)), "big")
    digest = 0
    for part in (aad, body):
        for at in range(0, len(part), 16):
            digest = times(digest ^ int.from_bytes(part[at : at + 16].ljust(16, b"\0"), "big"), h)
    digest = times(digest ^ int.from_bytes(struct.pack(">QQ", len(aad) * 8, len(body) * 8), "big"), h)
    mask = int.from_bytes(encrypt(words, nonce + struct.pack(">I", 1)), "big")
    assert (digest ^ mask).to_bytes(16, "big") == tag, "a chunk is not genuine"
    plain = bytearray()
    for at in range(0, len(body), 16):
        key = encrypt(words, nonce + struct.pack(">I", 2 + at // 16))
        plain += bytes(a ^ b for a, b in zip(body[at : at + 16], key))
    return bytes(plain)


def hkdf(secret, purpose):  # RFC 5869 with an empty salt, 32 octets
    prk = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    return hmac.new(prk, purpose + b"\1", hashlib.sha256).digest()


data = open(sys.argv[1], "rb").read()
header, rest = data[:68], data[68:]
assert header[:8] == b"NPBACKUP" and header[8:12] == b"\0\1\0\1"
size = struct.unpack(">I", header[24:28])[0]
prefix, check = header[44:51], header[52:68]
key = hkdf(bytes.fromhex(sys.argv[2]), b"backup chunks")
assert hmac.new(key, b"key check", hashlib.sha256).digest()[:16] == check
words, aad = expand(key), hashlib.sha256(header).digest()
packed, counter = b"", 0
while True:
    chunk, rest = rest[: size + 16], rest[size + 16 :]
    packed += gcm_open(words, prefix + struct.pack(">I", counter) + (b"\0" if rest else b"\1"), aad, chunk)
    counter += 1
    if not rest:
        break
tables, current, signed = [], None, None
for line in zlib.decompress(packed, 31).decode().splitlines():
    kind, text = line[0], line[1:]
    if kind == "T":
        current = {"name": json.loads(text)["table"], "rows": 0, "digest": hashlib.sha256()}
    elif kind == "R":
        current["rows"] += 1
        current["digest"].update(text.encode() + b"\n")
        json.loads(text)
    elif kind == "E":
        tables.append({"name": current["name"], "rows": current["rows"], "sha256": current["digest"].hexdigest()})
    elif kind == "M":
        signed = json.loads(text)
print(json.dumps({**signed, "tables": tables, "chunks": counter}))
