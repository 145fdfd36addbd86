"""JSON Web Signatures judged by the definitions: ECDSA on P-256 (FIPS 186-4) in whole numbers, HMAC and digests of the standard library.

Each line in is a question, each line out its answer.
"""
import base64
import hashlib
import hmac
import json
import sys

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
A = P - 3
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def octets(text):
    if "=" in text or "+" in text or "/" in text:
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def added(one, other):
    if one is None:
        return other
    if other is None:
        return one
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    if one == other:
        slope = (3 * x1 * x1 + A) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def times(factor, point):
    total = None
    while factor:
        if factor & 1:
            total = added(total, point)
        point = added(point, point)
        factor >>= 1
    return total


def es256(question):
    jwk = question["jwk"]
    if sorted(jwk) != ["crv", "kty", "x", "y"] or jwk["kty"] != "EC" or jwk["crv"] != "P-256":
        return False
    x, y = octets(jwk["x"]), octets(jwk["y"])
    signature = octets(question["signature"])
    if len(x) != 32 or len(y) != 32 or len(signature) != 64:
        return False
    point = int.from_bytes(x, "big"), int.from_bytes(y, "big")
    if (point[1] ** 2 - point[0] ** 3 - A * point[0] - B) % P:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(question["text"].encode()).digest(), "big")
    inverse = pow(s, -1, N)
    found = added(times(digest * inverse % N, G), times(r * inverse % N, point))
    return found is not None and found[0] % N == r


def hs256(question):
    made = hmac.new(octets(question["key"]), question["text"].encode(), hashlib.sha256).digest()
    return hmac.compare_digest(made, octets(question["signature"]))


def thumbprint(question):
    required = {"EC": ["crv", "kty", "x", "y"], "RSA": ["e", "kty", "n"]}[question["jwk"]["kty"]]
    text = json.dumps({name: question["jwk"][name] for name in required}, separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"es256": es256, "hs256": hs256, "thumbprint": thumbprint}[asked["kind"]](asked)
    except (KeyError, ValueError):
        answer = False
    print(json.dumps(answer), flush=True)
