import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/*
 * An authenticator in software, as far as a relying party can tell (WebAuthn §6): ES256, attestation `none`. It signs
 * whatever it is told to, wrong things too.
 */
export type SoftwarePasskey = {
  readonly id: string
  /** Answers `navigator.credentials.create`. */
  create(options: { challenge: string; rpId?: string; origin: string }): Record<string, unknown>
  /** Answers `navigator.credentials.get`; the counter goes up by one unless it is given. */
  get(options: { challenge: string; rpId?: string; origin: string; counter?: number; type?: string }): Record<string, unknown>
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

export function softwarePasskey(): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  return {
    id,
    create({ challenge, rpId = 'localhost', origin }) {
      const authData = Buffer.concat([
        authenticatorHead(rpId, flags.userPresent | flags.userVerified | flags.attested, counter),
        Buffer.alloc(16),
        uint16(credentialId.length),
        credentialId,
        coseKey(publicKey),
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientSaid('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: cbor(
            new Map<string, unknown>([
              ['fmt', 'none'],
              ['attStmt', new Map()],
              ['authData', authData],
            ]),
          ).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId = 'localhost', origin, counter: given, type = 'webauthn.get' }) {
      counter = given ?? counter + 1
      const authData = authenticatorHead(rpId, flags.userPresent | flags.userVerified, counter)
      const said = clientSaid(type, challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(said)]))
        .sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: said.toString('base64url'), authenticatorData: authData.toString('base64url'), signature: signature.toString('base64url') },
      }
    },
  }
}

function clientSaid(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Hash of the relying party, flags and signature counter (WebAuthn §6.1). */
function authenticatorHead(rpId: string, flagBits: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flagBits]), count])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** An EC2 key of P-256 for ES256 (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
}

/** Whole numbers, bytes, texts and maps of them (RFC 8949 §3). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, inner]) => [cbor(name), cbor(inner)])])
  throw new Error('no such value is needed here')
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
