import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { primary } from '@nameplane/contract/dns/domain-primary'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { fieldsOf, memberAt } from '@nameplane/contract/fields'
import { setting as calls } from '@nameplane/contract/system/setting'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { settings } from '@nameplane/contract/system/settings'
import { newVisitor, openBrowser, signIn, type Visitor } from '../../support/browser.ts'
import { startDemoPlatform } from '../../support/demo-platform.ts'
import { filledSetting } from '../../support/filled-setting.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { recordPath } from '../../support/record-editor.ts'

/*
 * Forms that are pages, not dialogs over lists: saved untouched they change nothing. Those of a domain also keep what is typed while
 * somebody else saves, say what that was, and put theirs over it when they are saved again; all settings share one form, which is seen
 * to do so in the journey of sign-in settings.
 */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  visitor = await newVisitor(browser, platform, { language: 'en' })
  // Leaving with something unsaved is asked about by the browser.
  visitor.page.on('dialog', (question) => void question.accept())
  await signIn(visitor)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Presses what sends a form and waits for the answer. @returns what was sent and answered */
async function send(form: Locator, path: RegExp) {
  const [answer] = await Promise.all([
    visitor.page.waitForResponse((one) => one.request().method() === 'POST' && path.test(new URL(one.url()).pathname)),
    form.locator('button[type=submit]').click(),
  ])
  // Until the page has taken in the answer, leaving it asks.
  await visitor.quiet()
  return { sent: answer.request().postDataJSON() as Record<string, unknown>, answer: (await answer.json()) as { code: unknown; problem?: string } }
}

/** Screens beside its own on which a setting is edited, in part or behind a tab. */
const furtherScreens: Readonly<Record<string, readonly string[]>> = {
  WEB_CONFIG: ['/system/config/site/contact', '/system/config/site/seo', '/system/config/site/dir'],
}
const tabs: Readonly<Record<string, string>> = { LARGE_CHANGES: '?tab=changes' }
/** What has to be chosen before the form is shown. */
const choices: Readonly<Record<string, string>> = { SMS_TENCENT_CONFIG: 'tencent', SMS_ALIBABA_CONFIG: 'alibaba', SMS_GATEWAY_CONFIG: 'gateway' }

const formsOfSettings = settings.flatMap((setting) =>
  setting.screen === null
    ? []
    : [setting.screen, ...(furtherScreens[setting.key] ?? [])].map((path) => [setting.key, `${path}${tabs[setting.key] ?? ''}`, setting] as const),
)

/** Every member of a setting as it is saved, sensitive ones masked; what is not saved is what it is by itself. */
async function savedOf({ key, value }: Setting): Promise<Record<string, unknown>> {
  const { config } = await platform.call(calls.ofKey, { key })
  const saved: unknown = JSON.parse(config.paramValue)
  return { status: config.status, ...Object.fromEntries([...fieldsOf(value)].map(([path, { blank }]) => [path, memberAt(saved, path) ?? blank])) }
}

test.each(formsOfSettings)('%s on %s: saved untouched, it changes nothing', async (key, path, setting) => {
  const { page } = visitor
  await platform.call(calls.save, { paramKey: key, paramValue: filledSetting(setting), status: 1 })
  const before = await savedOf(setting)
  expect(Object.entries(before).filter(([member, value]) => value !== '' && member !== 'status').length, 'members that hold something').toBeGreaterThan(0)
  await visitor.open(`/redirect${path}`)
  // The page before stays until the next one is loaded.
  await page.locator(`main[data-screen="${path.split('?')[0]}"]`).waitFor()
  await visitor.quiet()
  const choice = choices[key]
  if (choice !== undefined) await page.locator(`input[type=radio][value=${choice}]`).check()
  const form = page.locator('main form:visible').filter({ has: page.locator('button[type=submit]') })
  await form.waitFor()
  await visitor.quiet()
  const { sent, answer } = await send(form, /\/sys\/config\/update$/)
  expect([sent['paramKey'], answer.code, answer.problem]).toEqual([key, 1, undefined])
  expect(await savedOf(setting)).toEqual(before)
})

/** A form of a domain's page: where it stands, what it saves by, what is typed into it, and what somebody else saves meanwhile. */
type PageForm = {
  readonly file: string
  readonly page: 'setting' | 'primary'
  readonly call: Endpoint
  /** What it changes, as it is saved. */
  readonly saved: (id: number) => Promise<Record<string, unknown>>
  /** Makes it hold something. */
  readonly begin?: (id: number) => Promise<unknown>
  readonly type: (form: Locator) => Promise<void>
  /** What that makes of what is saved. */
  readonly typed: Record<string, unknown>
  readonly theirs: (id: number) => Promise<unknown>
  /** How that is said. */
  readonly said: string
}

const forms: readonly PageForm[] = [
  {
    file: 'general-card.tsx',
    page: 'setting',
    call: domain.update,
    saved: async (id) => {
      const { data } = await platform.call(domain.detail, { id })
      const { remark, defaultTtlSeconds, serviceGroupId, userId, soaRefreshSeconds, soaRetrySeconds, soaExpireSeconds, soaMinimumSeconds } = data
      return { remark, defaultTtlSeconds, serviceGroupId, userId, soaRefreshSeconds, soaRetrySeconds, soaExpireSeconds, soaMinimumSeconds }
    },
    begin: (id) =>
      platform.call(domain.update, {
        id,
        remark: 'as it was',
        defaultTtlSeconds: 660,
        soaRefreshSeconds: 7200,
        soaRetrySeconds: 901,
        soaExpireSeconds: 1_209_601,
        soaMinimumSeconds: 301,
      }),
    type: (form) => form.locator('[name=remark]').fill('typed here'),
    typed: { remark: 'typed here' },
    theirs: (id) => platform.call(domain.update, { id, defaultTtlSeconds: 777 }),
    said: '777',
  },
  {
    file: 'nameserver-card.tsx',
    page: 'setting',
    call: vanityNameserver.choose,
    saved: async (id) => {
      const { choice, names } = (await platform.call(vanityNameserver.choice, { id })).data
      return { choice, names }
    },
    begin: (id) => platform.call(vanityNameserver.choose, { id, choice: 'own', names: ['ns1.swept.example', 'ns2.swept.example'] }),
    type: async (form) => {
      await form.locator('[name=names]').fill('ns3.swept.example')
      await form.locator('[name=names]').press('Enter')
    },
    typed: { names: ['ns1.swept.example', 'ns2.swept.example', 'ns3.swept.example'] },
    theirs: (id) => platform.call(vanityNameserver.choose, { id, choice: 'own', names: ['ns8.swept.example', 'ns9.swept.example'] }),
    said: 'ns8.swept.example and ns9.swept.example',
  },
  {
    file: 'primary-form.tsx',
    page: 'primary',
    call: primary.update,
    saved: async (domainId) => {
      const { addresses, port, keyName, algorithm } = (await platform.call(primary.detail, { domainId })).data!
      return { addresses, port, keyName, algorithm }
    },
    begin: (domainId) =>
      platform.call(primary.update, {
        domainId,
        addresses: ['10.255.0.53', '10.255.0.54'],
        port: 5353,
        keyName: 'swept-key',
        algorithm: 'hmac-sha512',
        secret: Buffer.from('known to both of them').toString('base64'),
      }),
    type: (form) => form.locator('[name=port]').fill('5355'),
    typed: { port: 5355 },
    theirs: async (domainId) => {
      // The page looks every few seconds how far transfers are, and so comes to know of it by itself.
      const known = visitor.page.waitForResponse(async (one) => one.url().includes(primary.detail.path) && (await one.text()).includes('10.255.0.99'))
      await platform.call(primary.update, { domainId, addresses: ['10.255.0.99'], port: 5353, keyName: 'swept-key', algorithm: 'hmac-sha512' })
      await known
    },
    said: '10.255.0.99',
  },
]

test.each(forms)('$file: saved untouched it changes nothing; what is typed stays while another saves, and is saved over it when asked again', async (form) => {
  const { page } = visitor
  const name = `${basename(form.file, '.tsx')}.example`
  const { id } = (await platform.call(domain.save, { domain: name })).data
  await form.begin?.(id)
  const before = await form.saved(id)
  const path = new RegExp(`/${form.call.path}$`)
  const fields = page.locator(`main form[data-call="${form.call.path}"]:visible`)
  const open = async (): Promise<void> => {
    await visitor.open(`/redirect${recordPath({ name, id }).replace(/record$/, form.page)}`)
    await fields.waitFor()
    await visitor.quiet()
  }

  await open()
  expect((await send(fields, path)).answer.code).toBe(1)
  expect(await form.saved(id)).toEqual(before)

  await open()
  await form.type(fields)
  await form.theirs(id)
  const theirs = await form.saved(id)
  expect(theirs).not.toEqual(before)
  expect((await send(fields, path)).answer.problem).toBe('changed_meanwhile')
  await fields.getByRole('alert').filter({ hasText: 'Someone else saved a change.' }).filter({ hasText: form.said }).waitFor()
  expect(await form.saved(id)).toEqual(theirs)
  expect((await send(fields, path)).answer.code).toBe(1)
  expect(await form.saved(id)).toEqual({ ...before, ...form.typed })
})

test('every form in a page of a domain is among them', () => {
  const features = fileURLToPath(new URL('../../../console/src/features/', import.meta.url))
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(features, file), 'utf8').includes('<PageForm'),
  )
  expect(files.map((file) => basename(file)).toSorted()).toEqual(forms.map(({ file }) => file).toSorted())
})
