import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { valuesOf } from '../support/dns-client.ts'
import { adminToken, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'
import { saveSetting } from '../support/setting-form.ts'
import { step } from '../support/step.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let redirectPort: number

const name = 'redirects.example'
const telecomClient = '202.96.209.133/32'

beforeAll(async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  redirectPort = (free.address() as AddressInfo).port
  await new Promise((settle) => free.close(settle))
  platform = await startPlatform({ variables: { NAMEPLANE_REDIRECT_PORT: String(redirectPort) } })
  browser = await openBrowser()
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await platform?.stop()
})

type Got = { readonly status: number | undefined; readonly location: string | undefined; readonly body: string }

/** What a visitor of this host is answered. */
async function get(host: string): Promise<Got> {
  const sent = request({ host: '127.0.0.1', port: redirectPort, path: '/any?path=1', headers: { host }, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, location: response.headers.location, body }
}

const addresses = (host: string, type: string, subnet?: string) => valuesOf(platform.dnsPort, `${host}.${name}`, type, subnet)

/** Asks again and again, each time over a connection of its own. */
function askOn(host: string): { stop(): Promise<{ asked: number; failed: string[] }> } {
  let isOver = false
  let asked = 0
  const failed: string[] = []
  const asking = (async () => {
    while (!isOver) {
      asked += 1
      // What was on its way to a socket that is closed is reset, which a visitor's next attempt mends; a refusal it would not.
      const got = await get(host)
        .catch((error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? get(host) : Promise.reject(error)))
        .catch(String)
      if (typeof got === 'string' || got.status !== 301) failed.push(JSON.stringify(got))
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return { asked, failed }
    },
  }
}

test('a URL record is entered in the browser, answered by DNS and HTTP, and follows each change', { timeout: 240_000 }, async () => {
  const editor = recordEditor(visitor)
  const { id: domainId } = (await platform.call(domain.save, { domain: name })).data

  await step('without addresses of the service the record is saved despite a warning, and is found by its host', async () => {
    await signIn(visitor, recordPath({ name, id: domainId }))
    await editor.ready()
    await editor.live()
    await editor.add({ Host: 'go', Type: 'URL', Mode: '301', Target: 'https://www.example.com/a b?x=1' })
    await editor.saveDespiteWarnings()
    await editor.live()
    expect(await addresses('go', 'A')).toEqual([])
    expect(await get(`go.${name}`)).toMatchObject({ status: 301, location: 'https://www.example.com/a%20b?x=1' })
    expect((await get(`none.${name}`)).status).toBe(404)
  })

  await step('with addresses it answers these, within a second of the save', async () => {
    await page.goto(`${platform.url}#/system/config/answering`)
    const field = page.getByLabel('Public addresses of the redirect service')
    await field.fill('192.0.2.80\n2001:db8::80')
    await takePicture(page, 'redirect-addresses')
    await saveSetting(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expect.poll(() => addresses('go', 'A'), { timeout: 1_000 }).toEqual(['192.0.2.80'])
    expect(await addresses('go', 'AAAA')).toEqual(['2001:db8::80'])
  })

  await step('an edit leads elsewhere at once, and a frame shows the target', async () => {
    await page.goto(`${platform.url}#${recordPath({ name, id: domainId })}`)
    await editor.ready()
    await editor.edit(['go', 'URL', '301 "https://www.example.com/a%20b?x=1"'], { Mode: 'frame', Target: 'https://shop.example.com/' })
    await editor.save()
    await expect.poll(async () => (await get(`GO.${name}.:80`)).status, { timeout: 1_000 }).toBe(200)
    const { body } = await get(`go.${name}`)
    expect(body).toContain(`<iframe src="https://shop.example.com/" title="go.${name}">`)
    await takePicture(page, 'redirect-records')
  })

  await step('a redirect to itself is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
    await editor.fill({ Host: 'self', Type: 'URL', Mode: '302', Target: `http://SELF.${name}/x` })
    await takePicture(page, 'redirect-form')
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    await editor.form.getByText('Redirects to itself: the target has the same host name').waitFor()
    await editor.form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  })

  await step('clients of a line have theirs, from a table of another provider too', async () => {
    const text = `主机记录,记录类型,线路,记录值,TTL\n*.w,显性URL,默认,https://wild.example.com/,600\nmixed,A,默认,192.0.2.9,600\nmixed,隐性URL,电信,https://telecom.example.com/,600`
    const imported = await platform.call(record.import, { domainId, format: 'table', text, mode: 'add', dryRun: false })
    expect(imported).toMatchObject({ code: 1 })
    await expect.poll(() => addresses('a.b.w', 'A')).toEqual(['192.0.2.80'])
    expect(await get(`a.b.w.${name}`)).toMatchObject({ status: 302, location: 'https://wild.example.com/' })
    expect(await addresses('mixed', 'A')).toEqual(['192.0.2.9'])
    expect(await addresses('mixed', 'A', telecomClient)).toEqual(['192.0.2.80'])
    expect((await get(`mixed.${name}`)).body).toContain('src="https://telecom.example.com/"')
  })

  await step('an exported zone file has the record where other programs skip it, and brings it back', async () => {
    const exported = await fetch(`${platform.url}api/sys/dns/record/export?domainId=${domainId}&format=bind`, {
      headers: { authorization: `Bearer ${adminToken}` },
    })
    const text = await exported.text()
    expect(text).toContain(';nameplane-record go\t600\tIN\tURL\tframe "https://shop.example.com/"')
    const { data: again } = await platform.call(record.import, { domainId, format: 'bind', text, mode: 'replace', dryRun: true })
    expect([again.added, again.updated, again.deleted]).toEqual([0, 0, 0])
  })

  await step('while another process takes the place of the node, and while the console is away', async () => {
    const { data } = await platform.call(record.list, { domainId, host: 'go' })
    const { id } = data.list.find(({ host }) => host === 'go')!
    await platform.call(record.apply, {
      domainId,
      changes: [{ op: 'update', id, record: { host: 'go', type: 'URL', value: '301 https://last.example.com/', ttl: 600 } }],
    })
    await expect.poll(async () => (await get(`go.${name}`)).location).toBe('https://last.example.com/')
    const asker = askOn(`go.${name}`)
    platform.server.signal('SIGUSR2')
    await platform.server.ready()
    await new Promise((settle) => setTimeout(settle, 3_000))
    platform.server.signal('SIGSTOP')
    try {
      expect(await get(`go.${name}`)).toMatchObject({ status: 301, location: 'https://last.example.com/' })
      expect(await addresses('go', 'A')).toEqual(['192.0.2.80'])
    } finally {
      platform.server.signal('SIGCONT')
    }
    const { asked, failed } = await asker.stop()
    expect(failed).toEqual([])
    expect(asked).toBeGreaterThan(20)
  })
  expect(visitor.complaints).toEqual([])
})
