import { describe, expect, test } from 'vitest'
import { disagreementsOf, possibleRcodes, type Explained, type Wire } from './agreement.ts'

type Step = Explained['steps'][number]

const zone = { name: 'example.com.', domainId: 1, serial: 7, isExpired: false }
const client = { address: '192.0.2.1', prefixLength: 32, segment: null, line: 'default', chain: [], scope: 0 }
const step = (name: string, outcome: string, targets: readonly string[] = []): Step => ({
  name,
  outcome,
  owner: name,
  wildcard: false,
  aliases: [],
  probability: 1,
  candidates: targets.map((value) => ({
    recordId: 1,
    type: 'CNAME',
    line: 'default',
    value,
    ttlSeconds: 600,
    weight: null,
    taken: true,
    share: 1,
    reason: 'taken',
  })),
})
const expected = (text: string, probability = 1): Explained['answer'][number] => {
  const [name, type, value, ttl] = text.split(' ')
  return { name: name!, type: type!, line: 'default', value: value!, ttlSeconds: Number(ttl ?? 600), recordId: 1, probability }
}
const given = (text: string): Wire['answers'][number] => {
  const { name, type, value, ttlSeconds } = expected(text)
  return { name, type, value, ttlSeconds }
}
const explained = (steps: Step[], answer: Explained['answer'] = []): Explained => ({ client, zone, steps, answer })
const said = (answers: string[], more: Partial<Wire> = {}): Wire => ({
  node: 'n',
  milliseconds: 1,
  rcode: 'NOERROR',
  isAuthoritative: true,
  isTruncated: false,
  scope: 0,
  answers: answers.map(given),
  authorities: [],
  ...more,
})

const www = step('www.example.com.', 'records')
const one = expected('www.example.com. A 192.0.2.1')
const delegation: Step = {
  ...step('sub.example.com.', 'delegation'),
  candidates: step('', '', ['ns.example.net.']).candidates.map((one) => ({ ...one, type: 'NS' })),
}
const two = expected('www.example.com. A 192.0.2.2')

describe('the codes that an answer can have', () => {
  test.each<[string, Explained, string[]]>([
    ['outside all zones', { client, zone: null, steps: [], answer: [] }, ['REFUSED']],
    ['records', explained([www], [one]), ['NOERROR']],
    ['no such type', explained([step('a.', 'no_such_type')]), ['NOERROR']],
    ['no such name', explained([step('a.', 'no_such_name')]), ['NXDOMAIN']],
    ['an alias to a name that is not there (RFC 6604)', explained([step('a.', 'cname', ['b.']), step('b.', 'no_such_name')]), ['NXDOMAIN']],
    ['an alias that leaves the zone', explained([step('a.', 'cname', ['b.']), step('b.', 'left_zone')]), ['NOERROR']],
    [
      'weights between a name that is there and one that is not',
      explained([step('a.', 'cname', ['b.', 'c.']), step('b.', 'records'), step('c.', 'no_such_name')]),
      ['NOERROR', 'NXDOMAIN'],
    ],
    ['an alias to itself by a detour', explained([step('a.', 'cname', ['b.']), step('b.', 'cname', ['A.'])]), ['NOERROR']],
    ['a DNAME', explained([step('x.d.', 'dname'), step('x.e.', 'records')], [expected('x.d. CNAME x.e.')]), ['NOERROR']],
    ['a DNAME that makes too long a name (RFC 6672)', explained([step('x.d.', 'dname')]), ['YXDOMAIN']],
  ])('%s', (_, explanation, codes) => {
    expect(possibleRcodes(explanation)).toEqual(codes)
  })
})

describe('the node agrees with the explanation', () => {
  test.each<[string, Explained, Wire]>([
    ['in any order and case of names', explained([www], [one, two]), said(['WWW.example.com A 192.0.2.2', 'www.example.com. A 192.0.2.1'])],
    [
      'with one of several by weight',
      explained(
        [www],
        [
          { ...one, probability: 0.3 },
          { ...two, probability: 0.7 },
        ],
      ),
      said(['www.example.com. A 192.0.2.2']),
    ],
    ['with nothing where there is nothing', explained([step('a.', 'no_such_name')]), said([], { rcode: 'NXDOMAIN' })],
    [
      'with a referral, which is not authoritative',
      explained([delegation]),
      said([], { isAuthoritative: false, authorities: [given('sub.example.com. NS ns.example.net.')] }),
    ],
    [
      'with a failure where a zone has expired',
      { client, zone: { ...zone, isExpired: true }, steps: [], answer: [] },
      said([], { rcode: 'SERVFAIL', isAuthoritative: false }),
    ],
    ['with a refusal outside its zones', { client, zone: null, steps: [], answer: [] }, said([], { rcode: 'REFUSED', isAuthoritative: false })],
    ['when an answer was cut', explained([www], [one, two]), said(['www.example.com. A 192.0.2.1'], { isTruncated: true })],
  ])('%s', (_, explanation, wire) => {
    expect(disagreementsOf(explanation, wire)).toEqual([])
  })
})

describe('the node does not agree', () => {
  test.each<[string, Explained, Wire, unknown[]]>([
    ['another code', explained([www], []), said([], { rcode: 'SERVFAIL' }), [{ kind: 'rcode', expected: ['NOERROR'], actual: 'SERVFAIL' }]],
    [
      'no longer authoritative',
      explained([www], [one]),
      said(['www.example.com. A 192.0.2.1'], { isAuthoritative: false }),
      [{ kind: 'authoritative', expected: true }],
    ],
    [
      'a record too few',
      explained([www], [one, two]),
      said(['www.example.com. A 192.0.2.1']),
      [{ kind: 'missing', records: ['www.example.com. A 192.0.2.2'] }],
    ],
    [
      'none of the records that share the answers',
      explained(
        [www],
        [
          { ...one, probability: 0.5 },
          { ...two, probability: 0.5 },
        ],
      ),
      said([]),
      [{ kind: 'missing', records: ['www.example.com. A 192.0.2.1', 'www.example.com. A 192.0.2.2'] }],
    ],
    [
      'a record of another line',
      explained([www], [one]),
      said(['www.example.com. A 192.0.2.1', 'www.example.com. A 192.0.2.9']),
      [{ kind: 'unexpected', records: ['www.example.com. A 192.0.2.9'] }],
    ],
    [
      'a referral without a server of the zone below',
      explained([delegation]),
      said([], { isAuthoritative: false }),
      [{ kind: 'missing', records: ['sub.example.com. NS ns.example.net.'] }],
    ],
    ['an older TTL', explained([www], [one]), said(['www.example.com. A 192.0.2.1 60']), [{ kind: 'ttl', records: ['www.example.com. A 192.0.2.1 · 60'] }]],
  ])('%s', (_, explanation, wire, disagreements) => {
    expect(disagreementsOf(explanation, wire)).toEqual(disagreements)
  })
})
