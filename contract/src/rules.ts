import { lineEnd } from '@nameplane/dns-text/line-ends'
import * as z from 'zod/mini'
import { ipv4ToNumber, isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { domainToAscii } from '@nameplane/dns-text/names'
import { limits } from './limits.ts'
import type { ProblemCode } from './problem-text.ts'

/*
 * The generic validators of spec point 5. The spec's own limits win even where they look odd: port 65535 is refused,
 * IPv6 prefixes and /0 are refused by the IP rule, a phone is 1 and 4–20 digits. A screen that needs more has a named
 * rule of its own. Each rule is a predicate, and a schema that fails with the rule's problem code.
 */

// RFC 1035 §2.3.4 gives 63 octets a label; letters beyond ASCII are counted in their encoded form (RFC 5891).
const domainLabel = /^(?!-)[\p{L}\p{M}\p{N}_-]{1,63}(?<!-)$/u

/** 3–255 characters, labels up to 63, `*` allowed as the first label, internationalised names allowed, final dot not. */
export function isDomain(text: string): boolean {
  if (text.length < 3 || text.length > 255) return false
  const labels = text.split('.')
  if (labels[0] === '*') labels.shift()
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return false
  if (/^\d+$/.test(labels.at(-1)!)) return false
  try {
    const ascii = domainToAscii(labels.join('.'))
    return ascii.length <= 253 && ascii.split('.').every((label) => label.length <= 63)
  } catch {
    return false
  }
}

/** IPv4, IPv6, or IPv4 with a prefix of 1–32; empty allowed. */
export function isIp(text: string): boolean {
  if (text === '') return true
  const slash = text.indexOf('/')
  if (slash < 0) return isIpv4(text) || isIpv6(text)
  const prefix = text.slice(slash + 1)
  return isIpv4(text.slice(0, slash)) && /^[1-9]\d?$/.test(prefix) && Number(prefix) <= 32
}

/** A whole number above 0 and below 65535; empty allowed. */
export function isPort(text: string): boolean {
  return text === '' || (/^[1-9]\d{0,4}$/.test(text) && Number(text) < limits.portBelow)
}

/** An absolute http or https URL with a host and without white space. */
export function isUrl(text: string): boolean {
  if (/\s/.test(text) || !/^https?:\/\/[^/?#]/i.test(text)) return false
  return URL.canParse(text)
}

/** Starts with 1, then 4–20 digits. */
export function isPhone(text: string): boolean {
  return /^1\d{4,20}$/.test(text)
}

// RFC 5321 §4.5.3.1: 64 octets before the @, 255 after; quoted local parts are not in the "standard pattern".
const emailPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** One mailbox in its usual form. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text) && !text.includes('..') && !text.startsWith('.') && !text.includes('.@')
}

/** 4–32 characters without Chinese ones. */
export function isPassword(text: string): boolean {
  return text.length >= 4 && text.length <= 32 && !/\p{Script=Han}/u.test(text)
}

/** 4–32 letters, digits and `@ . _ -`. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9@._-]{4,32}$/.test(text)
}

// GB 11643-1999: weights and check characters of the 18-digit number.
const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const idCardChecks = '10X98765432'

/** The 18-digit identity card number: region, a real date of birth, sequence, check character. */
export function isIdCard(text: string): boolean {
  const match = /^[1-9]\d{5}(18|19|20)(\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.exec(text)
  if (!match) return false
  const [, century, year, month, day] = match
  const date = new Date(Date.UTC(Number(`${century}${year}`), Number(month) - 1, Number(day)))
  if (date.getUTCDate() !== Number(day)) return false
  const sum = idCardWeights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return idCardChecks[sum % 11] === text[17]!.toUpperCase()
}

/** A line of a list that breaks its rule: the problem, and the line as typed. */
export type LineProblem = { code: ProblemCode; line: string }

function lines(text: string): string[] {
  return text
    .split(lineEnd)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function firstBadLine(
  text: string,
  accepts: (line: string) => boolean,
  same: (line: string) => string,
  invalid: ProblemCode,
  repeated: ProblemCode,
): LineProblem | null {
  const seen = new Set<string>()
  for (const line of lines(text)) {
    if (!accepts(line)) return { code: invalid, line }
    const key = same(line)
    if (seen.has(key)) return { code: repeated, line }
    seen.add(key)
  }
  return null
}

/** Domains, one a line, none twice (upper and lower case are the same, RFC 4343). */
export function domainListProblem(text: string): LineProblem | null {
  return firstBadLine(text, isDomain, (line) => line.toLowerCase(), 'domain_line_invalid', 'domain_line_repeated')
}

/** Addresses, one a line, none twice. */
export function ipListProblem(text: string): LineProblem | null {
  return firstBadLine(text, isIp, (line) => line.toLowerCase(), 'ip_line_invalid', 'ip_line_repeated')
}

/** IPv4 ranges as `start-end`, one a line; none reversed, none overlapping another. */
export function ipRangeListProblem(text: string): LineProblem | null {
  const ranges: { start: number; end: number }[] = []
  for (const line of lines(text)) {
    const [start = '', end = '', rest] = line.split('-').map((part) => part.trim())
    if (rest !== undefined || !isIpv4(start) || !isIpv4(end)) return { code: 'ip_range_invalid', line }
    const range = { start: ipv4ToNumber(start), end: ipv4ToNumber(end) }
    if (range.start > range.end) return { code: 'ip_range_reversed', line }
    if (ranges.some((other) => other.start <= range.end && range.start <= other.end)) return { code: 'ip_range_repeated', line }
    ranges.push(range)
  }
  return null
}

const textual = (accepts: (text: string) => boolean, code: ProblemCode) => z.string().check(z.trim(), z.refine(accepts, { error: code }))

/** Characters that are not seen, and those that let what follows be read in another order than it has (UAX #9 §2). */
const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** A text without control characters, trimmed, at most `maximum` characters. */
export const plainText = (maximum: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maximum),
    z.refine((text: string) => !control.test(text), { error: 'control_characters' }),
  )

/** The schemas of the generic rules; the message is the problem code. */
export const rules = {
  domain: textual(isDomain, 'invalid_domain'),
  ip: textual(isIp, 'invalid_ip'),
  port: textual(isPort, 'invalid_port'),
  url: textual(isUrl, 'invalid_url'),
  phone: textual(isPhone, 'invalid_phone'),
  email: textual(isEmail, 'invalid_email'),
  password: z.string().check(z.refine(isPassword, { error: 'invalid_password' })),
  name: textual(isName, 'invalid_name'),
  idCard: textual(isIdCard, 'invalid_id_card'),
}
