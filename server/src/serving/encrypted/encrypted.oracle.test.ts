import { execFile, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { plainKey, testKey } from '../transfer/transfer-client.testing.ts'
import { hardZone, wholeOf } from '../zone/zones.testing.ts'
import { testCertificate } from './certificates.testing.ts'

const isThere = (program: string): boolean => spawnSync(program, ['-h']).error === undefined
const [hasDig, hasKdig] = [isThere('dig'), isThere('kdig')]
if (process.env.CI !== undefined && !(hasDig && hasKdig))
  throw new Error('dig and kdig are needed in CI: install the packages bind9-dnsutils and knot-dnsutils')

const certificate = testCertificate()
const key = plainKey(testKey())
const node = new BuiltInNode({ host: '127.0.0.1', port: 0, encrypted: { files: certificate.files, tlsPort: 0, httpsPort: 0 } })

beforeAll(async () => {
  await node.applyZones([wholeOf(hardZone)])
  await node.useRules({ ...defaultRules, transfers: [{ networks: ['127.0.0.1'], key, domainIds: null }] })
  await node.start()
})
afterAll(async () => {
  await node.end()
  certificate.remove()
})

function said(program: string, port: number, ...words: readonly string[]): Promise<string> {
  return new Promise((settle) => execFile(program, ['@127.0.0.1', '-p', String(port), ...words], (_, text) => settle(text)))
}

const verified = [`+tls-ca=${certificate.files.certificate}`, '+tls-hostname=dns.test']
const question = ['two.hard.test', 'A']

describe.skipIf(!hasDig)('to dig (needs dig)', () => {
  it.each([
    ['TLS', 'tls', ['+tls']],
    ['HTTPS by POST', 'https', ['+https']],
    ['HTTPS by GET', 'https', ['+https-get']],
  ] as const)('by %s, with a certificate that it checks', async (_, way, words) => {
    const text = await said('dig', node.encryptedPorts[way]!, '-r', ...words, ...verified, ...question)
    expect(text).toMatch(/status: NOERROR/)
    expect(text.match(/192\.0\.2\.[23]$/gm)).toHaveLength(2)
  })
})

describe.skipIf(!hasKdig)('to kdig (needs kdig)', () => {
  it.each([
    ['TLS', 'tls', '+tls'],
    ['HTTPS', 'https', '+https'],
  ] as const)('by %s, padded, with a certificate that it checks', async (_, way, word) => {
    const text = await said('kdig', node.encryptedPorts[way]!, word, ...verified, '+padding', ...question)
    expect(text).toMatch(/status: NOERROR/)
    expect(text.match(/192\.0\.2\.[23]$/gm)).toHaveLength(2)
    expect(text).toMatch(/;; PADDING: \d+ B/)
  })

  it('another host’s certificate is none of ours', async () => {
    const text = await said('kdig', node.encryptedPorts.tls!, '+tls', verified[0]!, '+tls-hostname=other.test', '+retry=0', ...question)
    expect(text).not.toMatch(/192\.0\.2\./)
  })

  it('whole zones by TLS, signed', async () => {
    const text = await said('kdig', node.encryptedPorts.tls!, '+tls', ...verified, '-y', `${key.algorithm}:${key.name}:${key.secret}`, 'hard.test', 'AXFR')
    expect(text).toMatch(/two\.hard\.test\.\s+300\s+IN\s+A\s+192\.0\.2\.2/)
    expect(text).not.toMatch(/WARNING|;; ERROR/)
  })
})
