import type { KeyObject } from 'node:crypto'
import { NotificationProblem } from '../payment.ts'
import { isSignedBy, signed } from '../rsa.ts'
import { FieldsProblem, queryFields, signedText, type SignedFields } from '../signed-fields.ts'

/* RSA2: SHA-256 with RSA over `name=value` in the order of the names, joined by `&`, nothing escaped. */

/** Beijing time as Alipay writes it, the same all year: UTC+8. */
export function alipayTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment of such a text; null when it is none. */
export function momentOf(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The fields of a call with their signature; empty ones are left out, sign_type is signed with them. */
export function signedCall(fields: Readonly<Record<string, string>>, key: KeyObject): Record<string, string> {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const text = Object.entries(filled)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return { ...filled, sign: signed(text, key) }
}

/**
 * The fields of a notification whose signature is Alipay's. Only RSA2 is taken: RSA is SHA-1, and a message does not choose
 * how it is checked. sign and sign_type are not signed.
 * @throws NotificationProblem
 */
export function provenFields(body: Buffer, key: KeyObject): SignedFields {
  const fields = fieldsOf(body)
  const signature = fields.get('sign')
  if (signature === undefined || signature === '') throw new NotificationProblem('signature', 'no signature')
  if (fields.get('sign_type') !== 'RSA2') throw new NotificationProblem('signature', 'signed by another algorithm than RSA2')
  if (!isSignedBy(signedText(fields, ['sign', 'sign_type']), signature, key)) throw new NotificationProblem('signature', 'not signed by Alipay')
  return fields
}

function fieldsOf(body: Buffer): SignedFields {
  try {
    return queryFields(body.toString('latin1'))
  } catch (cause) {
    if (cause instanceof FieldsProblem) throw new NotificationProblem('malformed', cause.message, { cause })
    throw cause
  }
}

/** An answer cut where its signature needs it: the text of one member as it came, and the texts beside it. */
export type CutAnswer = { content: string; sign: string | null; certificateNumber: string | null }

/** White space, or one token of JSON. */
const piece = /[ \t\r\n]+|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"|[{}[\],:]|[-+.0-9A-Za-z]+/y

/**
 * Finds the member `wanted` of a JSON object without reading it, since what is signed is its text and not its meaning; null
 * when the answer is no such object, or has a member twice.
 */
export function cutAnswer(text: string, wanted: string): CutAnswer | null {
  const members = new Map<string, string>()
  let depth = 0
  let name: string | null = null
  let from = -1
  let last = ''
  for (piece.lastIndex = 0; piece.lastIndex < text.length;) {
    const at = piece.lastIndex
    const found = piece.exec(text)
    if (!found) return null
    const [token] = found
    if (/^[ \t\r\n]/.test(token)) continue
    if (depth === 0 && (token !== '{' || last !== '')) return null
    if (depth === 1 && from < 0) {
      if (token.startsWith('"') && (last === '{' || last === ',')) name = JSON.parse(token) as string
      else if (token === ':' && name !== null) from = at + 1
      else if (!(token === '}' && last === '{')) return null
    } else if (depth === 1 && from >= 0 && (token === ',' || token === '}')) {
      if (members.has(name!)) return null
      members.set(name!, text.slice(from, at).trim())
      from = -1
      name = null
    }
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    last = token
  }
  const content = members.get(wanted)
  if (depth !== 0 || content === undefined) return null
  const textOf = (member: string): string | null => {
    const raw = members.get(member)
    return raw?.startsWith('"') ? (JSON.parse(raw) as string) : null
  }
  return { content, sign: textOf('sign'), certificateNumber: textOf('alipay_cert_sn') }
}
