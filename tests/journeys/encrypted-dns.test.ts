import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { testCertificate } from '../../server/src/serving/encrypted/certificates.testing.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { freePorts } from '../support/free-port.ts'
import { step } from '../support/step.ts'

const certificate = testCertificate()
let platform: RunningPlatform
let dot: number
let doh: number

beforeAll(async () => {
  const free = await freePorts()
  dot = free.port
  doh = free.dnsPort
  const { certificate: NAMEPLANE_TLS_CERTIFICATE, key: NAMEPLANE_TLS_KEY } = certificate.files
  platform = await startPlatform({
    variables: { NAMEPLANE_DOT_PORT: String(dot), NAMEPLANE_DOH_PORT: String(doh), NAMEPLANE_TLS_CERTIFICATE, NAMEPLANE_TLS_KEY },
  })
})
afterAll(async () => {
  await platform?.stop()
  certificate.remove()
})

/** What dig is told, encrypted and with a certificate that it checks; empty when nobody answers. */
function told(port: number, way: '+tls' | '+https'): Promise<string> {
  const words = [
    '-r',
    '@127.0.0.1',
    '-p',
    String(port),
    way,
    `+tls-ca=${certificate.files.certificate}`,
    '+tls-hostname=dns.test',
    '+short',
    'www.private.example',
    'A',
  ]
  return new Promise((settle) => execFile('dig', words, (_, text) => settle(text.trim())))
}
const both = () => Promise.all([told(dot, '+tls'), told(doh, '+https')])

test('a saved record is answered by TLS and HTTPS, also while the node is replaced', { timeout: 240_000 }, async () => {
  let domainId = 0
  await step('a record is saved', async () => {
    domainId = (await platform.call(domain.save, { domain: 'private.example' })).data.id
    await platform.call(record.apply, { domainId, changes: [adding('www A 192.0.2.80')] })
  })
  await step('both ways answer with it', () => expect.poll(both).toEqual(['192.0.2.80', '192.0.2.80']))
  await step('a changed record is answered within moments', async () => {
    await platform.call(record.apply, { domainId, changes: [adding('www A 192.0.2.81')] })
    await expect.poll(async () => (await both()).map((text) => text.split('\n').toSorted().join(' '))).toEqual(Array(2).fill('192.0.2.80 192.0.2.81'))
  })
  await step('the process of the node is replaced, and each question has its answer', async () => {
    platform.server.signal('SIGUSR2')
    for (let question = 0; question < 40; question += 1) for (const text of await both()) expect(text).toContain('192.0.2.81')
  })
})
