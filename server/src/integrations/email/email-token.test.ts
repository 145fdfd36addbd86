import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { EmailServer } from '@nameplane/contract/system/settings/email-server'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { makeCertificate } from '../../../../tests/support/exim.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { allowLoopback } from '../http/loopback.testing.ts'
import { sendThrough } from './email-sending.ts'
import { EmailProblem } from './email.ts'

/*
 * XOAUTH2 against a strict stand-in of Microsoft's authority (POST /{tenant}/oauth2/v2.0/token) and a mail server that takes
 * nothing but its access tokens.
 */
const client = { tenant: 'contoso.example', clientId: 'client-1', clientSecret: 'the client’s secret' }
const account = 'platform@contoso.example'
let test: TestApp
let folder: string
let authority: Server
let smtp: SMTPServer
let server: EmailServer
let restore: () => void

/** What the authority would take and has given. */
const grants = { refresh: 'refresh-0', given: 0, expiresIn: 3600, status: 200, asked: [] as URLSearchParams[], paths: [] as string[] }
/** Access tokens that the mail server takes. */
const good = new Set<string>()
const tried: string[] = []
let emails = 0

beforeAll(async () => {
  restore = allowLoopback()
  test = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-oauth-'))
  const tls = makeCertificate(folder, 'IP:127.0.0.2')
  authority = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = new URLSearchParams(Buffer.concat(chunks).toString())
      grants.asked.push(body)
      grants.paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
      const answer = (status: number, value: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (grants.status !== 200) return answer(grants.status, { error: 'temporarily_unavailable' })
      if (body.get('grant_type') !== 'refresh_token' || body.get('client_id') !== client.clientId || body.get('client_secret') !== client.clientSecret)
        return answer(401, { error: 'invalid_client', error_description: `no ${body.get('client_secret')}` })
      if (body.get('refresh_token') !== grants.refresh)
        return answer(400, { error: 'invalid_grant', error_description: `expired ${body.get('refresh_token')}` })
      grants.given += 1
      const token = `access-${grants.given}`
      good.clear()
      good.add(token)
      grants.refresh = `refresh-${grants.given}`
      answer(200, { token_type: 'Bearer', scope: body.get('scope'), expires_in: grants.expiresIn, access_token: token, refresh_token: grants.refresh })
    })
  })
  await new Promise<void>((ready) => authority.listen(0, '127.0.0.1', ready))
  smtp = new SMTPServer({
    key: tls.key,
    cert: tls.certificate,
    authMethods: ['XOAUTH2'],
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      tried.push(`${auth.method} ${auth.username} ${auth.accessToken}`)
      if (auth.username === account && good.has(auth.accessToken ?? '')) done(null, { user: account })
      else done(null, { data: { status: '401', schemes: 'bearer', scope: 'https://outlook.office.com/SMTP.Send' } })
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        emails += 1
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.2')
  await new Promise<void>((ready) => listening.once('listening', ready))
  server = EmailServer.parse({
    host: '127.0.0.2',
    port: (listening.address() as { port: number }).port,
    username: account,
    authentication: 'oauth2',
    oauth: { ...client, refreshToken: 'refresh-0', authority: `http://127.0.0.1:${(authority.address() as { port: number }).port}` },
    caCertificate: tls.authority,
  })
})
afterAll(async () => {
  restore()
  await new Promise<void>((closed) => smtp.close(() => closed()))
  await new Promise((closed) => authority.close(closed))
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  Object.assign(grants, { refresh: 'refresh-0', given: 0, expiresIn: 3600, status: 200, asked: [], paths: [] })
  good.clear()
  tried.length = 0
  emails = 0
})
afterEach(() => test.db.deleteFrom('mail_token').execute())

const send = () => sendThrough(test.db, server, { to: 'ada@example.org', subject: 'Subject', text: 'text' })
const problemOf = async (): Promise<EmailProblem> => {
  const problem = await thrownBy(EmailProblem, send())
  for (const secret of [client.clientSecret, 'refresh-', 'access-']) expect(`${problem.message} ${problem.reply}`).not.toContain(secret)
  return problem
}

describe('signing in by a token', () => {
  it('asks the authority once and uses the token while it is good', async () => {
    await send()
    await send()
    expect(emails).toBe(2)
    expect(grants.paths).toEqual(['POST /contoso.example/oauth2/v2.0/token application/x-www-form-urlencoded'])
    expect(Object.fromEntries(grants.asked[0]!)).toEqual({
      grant_type: 'refresh_token',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      refresh_token: 'refresh-0',
      scope: 'https://outlook.office.com/SMTP.Send offline_access',
    })
    expect(tried).toEqual([`XOAUTH2 ${account} access-1`, `XOAUTH2 ${account} access-1`])
  })

  it('goes on with the newest refresh token once the access token lapses', async () => {
    grants.expiresIn = 60
    await send()
    await send()
    expect(grants.asked.map((one) => one.get('refresh_token'))).toEqual(['refresh-0', 'refresh-1'])
    expect(emails).toBe(2)
  })

  it('fetches another token when the mail server no longer takes the one at hand', async () => {
    await send()
    good.clear()
    await send()
    expect(emails).toBe(2)
    expect(tried.at(-1)).toBe(`XOAUTH2 ${account} access-2`)
  })

  it('gives up after one more token, and says that the sign-in was refused', async () => {
    const { username } = server
    server = { ...server, username: 'another@contoso.example' }
    expect(await problemOf()).toMatchObject({ failure: 'credentials', isTemporary: false })
    server = { ...server, username }
    expect([grants.given, emails]).toEqual([2, 0])
  })

  it.each([
    [() => (grants.refresh = 'revoked'), { failure: 'token', isTemporary: false, reply: 'invalid_grant' }],
    [() => (grants.status = 503), { failure: 'token', isTemporary: true, reply: 'temporarily_unavailable' }],
  ])('says what the authority said, and no secret', async (arrange, expected) => {
    arrange()
    expect(await problemOf()).toMatchObject(expected)
    expect(tried).toEqual([])
  })

  it('keeps its tokens sealed', async () => {
    await send()
    expect(JSON.stringify(await test.db.selectFrom('mail_token').selectAll().execute())).not.toMatch(/access-1|refresh-1/)
  })

  it('begins with the settings again when what was kept does not open', async () => {
    await send()
    grants.refresh = 'refresh-0'
    await test.db.updateTable('mail_token').set({ access_token: 's1.AAAA', refresh_token: 's1.AAAA' }).execute()
    await send()
    expect(emails).toBe(2)
  })

  it('asks nobody inside the network for a token', async () => {
    restore()
    expect(await problemOf()).toMatchObject({ failure: 'token_unreachable', isTemporary: false })
    restore = allowLoopback()
    expect(grants.asked).toEqual([])
  })
})
