import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openWechatText, sealWechatText, wechatSignature } from './wechat-crypt.ts'

/* The same once more by other hands: SHA-1 by Python's hashlib, AES by OpenSSL's command with the padding done in Python. */
const isThere = spawnSync('python3', ['-c', 'import hashlib']).status === 0 && spawnSync('openssl', ['version']).status === 0

const python = `
import base64, hashlib, json, struct, subprocess, sys
asked = json.load(sys.stdin)
key = base64.b64decode(asked["key"] + "=")
def aes(direction, data):
    run = subprocess.run(["openssl", "enc", direction, "-aes-256-cbc", "-nopad", "-K", key.hex(), "-iv", key[:16].hex()], input=data, capture_output=True, check=True)
    return run.stdout
def opened(text):
    whole = aes("-d", base64.b64decode(text))
    whole = whole[:-whole[-1]]
    (length,) = struct.unpack(">I", whole[16:20])
    return [whole[20:20 + length].decode(), whole[20 + length:].decode()]
def sealed(text, app):
    body = text.encode()
    whole = b"0123456789abcdef" + struct.pack(">I", len(body)) + body + app.encode()
    padding = 32 - len(whole) % 32
    return base64.b64encode(aes("-e", whole + bytes([padding]) * padding)).decode()
print(json.dumps({
    "signatures": [hashlib.sha1("".join(sorted(words)).encode()).hexdigest() for words in asked["words"]],
    "opened": [opened(text) for text in asked["ours"]],
    "sealed": [sealed(text, asked["app"]) for text in asked["texts"]],
}))
`

describe.runIf(isThere)('beside Python and OpenSSL', () => {
  it('signatures, opening and sealing agree', () => {
    const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
    const app = 'wx5823bf96d3bd56c7'
    const texts = ['', 'a', '中文 & <xml>', 'x'.repeat(29), 'x'.repeat(30), 'x'.repeat(5000), '微信'.repeat(700)]
    const words = [
      ['a', 'b', 'c'],
      ['Zz', 'zZ', '10', '9'],
      ['token', '1409659813', '1372623149', 'A+/=' + 'b'.repeat(300)],
      ['', '', ''],
    ]
    const ours = texts.map((text) => sealWechatText(text, key, app, randomBytes(16)))
    const run = spawnSync('python3', ['-c', python], { input: JSON.stringify({ key, app, texts, words, ours }), encoding: 'utf8' })
    expect(run.stderr).toBe('')
    const theirs = JSON.parse(run.stdout) as { signatures: string[]; opened: [string, string][]; sealed: string[] }
    expect(theirs.signatures).toEqual(words.map((set) => wechatSignature(...set)))
    expect(theirs.opened).toEqual(texts.map((text) => [text, app]))
    expect(theirs.sealed.map((sealed) => openWechatText(sealed, key, app))).toEqual(texts)
  })
})
