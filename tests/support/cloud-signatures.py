"""Judges signed requests as the three clouds do, written apart from the signers of the platform.

Reads one JSON object a line and answers each with one: {"error": null} or the vendor's code. A request names its vendor, what
came over the wire, the clock, the keys that exist, and the nonces seen before. "without" names one check that is left out, so
that tests can show that each is needed.
"""

import base64
import datetime
import hashlib
import hmac
import json
import re
import sys
import urllib.parse


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Refused(Exception):
    pass


def check(request, name, holds, code):
    if name != request.get("without") and not holds:
        raise Refused(code)


def tencent(request):
    headers, body = request["headers"], base64.b64decode(request["body"])
    check(request, "method", request["method"] == "POST", "UnsupportedProtocol")
    check(request, "path", request["path"] == "/" and request["query"] == "", "InvalidRequest")
    check(request, "type", headers.get("content-type") == "application/json; charset=utf-8", "UnsupportedProtocol")
    auth = re.fullmatch(
        r"(\S+) Credential=([^/,\s]+)/(\d{4}-\d\d-\d\d)/(\w+)/(\w+), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})",
        headers.get("authorization", ""),
    )
    if not auth:
        raise Refused("AuthFailure.InvalidAuthorization")
    algorithm, key_id, day, service, ending, names, signature = auth.groups()
    check(request, "algorithm", algorithm == "TC3-HMAC-SHA256", "AuthFailure.InvalidAuthorization")
    check(request, "ending", ending == "tc3_request", "AuthFailure.InvalidAuthorization")
    check(request, "service", service == request["service"], "AuthFailure.InvalidAuthorization")
    signed = names.split(";")
    check(request, "signed-order", signed == sorted(set(signed)), "AuthFailure.InvalidAuthorization")
    check(request, "signed-host", "host" in signed, "AuthFailure.InvalidAuthorization")
    check(request, "signed-type", "content-type" in signed, "AuthFailure.InvalidAuthorization")
    check(request, "signed-action", "x-tc-action" in signed, "AuthFailure.InvalidAuthorization")
    check(request, "host", headers.get("host") == request["host"], "InvalidRequest")
    stamp = headers.get("x-tc-timestamp", "")
    if not re.fullmatch(r"\d{1,12}", stamp):
        raise Refused("MissingParameter")
    check(request, "not-old", request["now"] - int(stamp) <= 300, "AuthFailure.SignatureExpire")
    check(request, "not-ahead", int(stamp) - request["now"] <= 300, "AuthFailure.SignatureExpire")
    of_stamp = datetime.datetime.fromtimestamp(int(stamp), datetime.timezone.utc).strftime("%Y-%m-%d")
    check(request, "day", day == of_stamp, "AuthFailure.SignatureExpire")
    secret = request["keys"].get(key_id)
    if not secret:
        raise Refused("AuthFailure.SecretIdNotFound")
    values = {**headers, "x-tc-action": headers.get("x-tc-action", "").lower()}
    canonical = "\n".join(
        [request["method"], request["path"], request["query"]]
        + [f"{name}:{values.get(name, '').strip()}" for name in signed]
        + ["", names, sha(body)]
    )
    scope = f"{day}/{service}/{ending}"
    text = "\n".join([algorithm, stamp, scope, sha(canonical.encode())])
    key = ("TC3" + secret).encode()
    for part in (day, service, ending):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    right = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    check(request, "signature", hmac.compare_digest(right, signature), "AuthFailure.SignatureFailure")
    check(request, "action", headers.get("x-tc-action") == request["action"], "InvalidAction")
    check(request, "version", headers.get("x-tc-version") == request["version"], "NoSuchVersion")
    check(request, "region", headers.get("x-tc-region", "") in request["regions"], "UnsupportedRegion")


def unreserved(text: str) -> str:
    return urllib.parse.quote(text, safe="-_.~")


def alibaba(request):
    headers, body = request["headers"], base64.b64decode(request["body"])
    check(request, "method", request["method"] == "POST", "UnsupportedHTTPMethod")
    check(request, "path", request["path"] == "/", "InvalidAction.NotFound")
    auth = re.fullmatch(
        r"(\S+) Credential=([^,\s]+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})", headers.get("authorization", "")
    )
    if not auth:
        raise Refused("MissingAuthorization")
    algorithm, key_id, names, signature = auth.groups()
    check(request, "algorithm", algorithm == "ACS3-HMAC-SHA256", "SignatureTypeMismatch")
    signed = names.split(";")
    check(request, "signed-order", signed == sorted(set(signed)), "SignatureDoesNotMatch")
    needed = {"host", "x-acs-action", "x-acs-content-sha256", "x-acs-date", "x-acs-signature-nonce", "x-acs-version"}
    for name in sorted(needed):
        check(request, f"signed-{name}", name in signed, "SignatureDoesNotMatch")
    check(request, "signed-all", all(name in signed for name in headers if name.startswith("x-acs-")), "SignatureDoesNotMatch")
    check(request, "host", headers.get("host") == request["host"], "InvalidRequest")
    check(request, "body-hash", headers.get("x-acs-content-sha256") == sha(body), "SignatureDoesNotMatch")
    date = headers.get("x-acs-date", "")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", date):
        raise Refused("InvalidTimeStamp.Format")
    at = datetime.datetime.strptime(date, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc).timestamp()
    check(request, "not-old", request["now"] - at <= 900, "InvalidTimeStamp.Expired")
    check(request, "not-ahead", at - request["now"] <= 900, "InvalidTimeStamp.Expired")
    nonce = headers.get("x-acs-signature-nonce", "")
    check(request, "nonce-length", len(nonce) >= 16, "InvalidSignatureNonce")
    check(request, "nonce-once", nonce not in request["nonces"], "SignatureNonceUsed")
    secret = request["keys"].get(key_id)
    if not secret:
        raise Refused("InvalidAccessKeyId.NotFound")
    pairs = urllib.parse.parse_qsl(request["query"], keep_blank_values=True, strict_parsing=request["query"] != "")
    check(request, "query-once", len(pairs) == len({name for name, _ in pairs}), "InvalidParameter")
    query = "&".join(f"{unreserved(name)}={unreserved(value)}" for name, value in sorted(pairs))
    canonical = "\n".join(
        [request["method"], request["path"], query]
        + [f"{name}:{headers.get(name, '').strip()}" for name in signed]
        + ["", names, headers.get("x-acs-content-sha256", "")]
    )
    text = f"{algorithm}\n{sha(canonical.encode())}"
    right = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    check(request, "signature", hmac.compare_digest(right, signature), "SignatureDoesNotMatch")
    check(request, "action", headers.get("x-acs-action") == request["action"], "InvalidAction.NotFound")
    check(request, "version", headers.get("x-acs-version") == request["version"], "InvalidVersion")


def huawei(request):
    headers = request["headers"]
    check(request, "method", request["method"] == "GET", "APIGW.0101")
    auth = re.fullmatch(
        r"(\S+) Access=([^,\s]+), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})", headers.get("authorization", "")
    )
    if not auth:
        raise Refused("APIGW.0301")
    algorithm, key_id, names, signature = auth.groups()
    check(request, "algorithm", algorithm == "SDK-HMAC-SHA256", "APIGW.0301")
    signed = names.split(";")
    check(request, "signed-order", signed == sorted(set(signed)), "APIGW.0301")
    check(request, "signed-host", "host" in signed, "APIGW.0301")
    check(request, "signed-date", "x-sdk-date" in signed, "APIGW.0301")
    check(request, "host", headers.get("host") == request["host"], "APIGW.0101")
    date = headers.get("x-sdk-date", "")
    if not re.fullmatch(r"\d{8}T\d{6}Z", date):
        raise Refused("APIGW.0301")
    at = datetime.datetime.strptime(date, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc).timestamp()
    check(request, "not-old", request["now"] - at <= 900, "APIGW.0301")
    check(request, "not-ahead", at - request["now"] <= 900, "APIGW.0301")
    secret = request["keys"].get(key_id)
    if not secret:
        raise Refused("APIGW.0301")
    pairs = urllib.parse.parse_qsl(request["query"], keep_blank_values=True, strict_parsing=request["query"] != "")
    check(request, "query-once", len(pairs) == len({name for name, _ in pairs}), "APIGW.0301")
    query = "&".join(f"{unreserved(name)}={unreserved(value)}" for name, value in sorted(pairs))
    parts = [unreserved(urllib.parse.unquote(part)) for part in request["path"].split("/")]
    path = "/".join(parts) if parts[-1] == "" else "/".join(parts) + "/"
    lines = [request["method"], path, query] + [f"{name}:{headers.get(name, '').strip()}" for name in signed]
    canonical = "\n".join(lines + ["", names, sha(base64.b64decode(request["body"]))])
    text = f"{algorithm}\n{date}\n{sha(canonical.encode())}"
    right = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    check(request, "signature", hmac.compare_digest(right, signature), "APIGW.0301")


print(json.dumps({"error": None}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        {"tencent": tencent, "alibaba": alibaba, "huawei": huawei}[request["vendor"]](request)
        answer = {"error": None}
    except Refused as refused:
        answer = {"error": str(refused)}
    except ValueError:
        answer = {"error": "InvalidParameter"}
    print(json.dumps(answer), flush=True)
