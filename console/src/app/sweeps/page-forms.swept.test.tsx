import { waitFor, within } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { primary } from '@nameplane/contract/dns/domain-primary'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { fieldsOf, memberAt } from '@nameplane/contract/fields'
import { setting as calls } from '@nameplane/contract/system/setting'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { settings } from '@nameplane/contract/system/settings'
import { call } from '../../api/client.ts'
import { notices } from '../../api/notices.ts'
import type {} from '../../browser/pressed/pressed-platform.testing.ts'
import { freshWord, inLanguage } from '../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { wholeConsole, type WholeConsole } from '../whole-console.testing.tsx'

/*
 * Forms that are pages, not dialogs over lists: saved untouched they change nothing. Those of a domain also keep what is typed while
 * somebody else saves, say what that was, and put theirs over it when they are saved again; all settings share one form, which is seen
 * to do so next to it.
 */

/** Presses what sends a form and waits for the answer. @returns what was sent and answered */
async function send(console: WholeConsole, form: HTMLElement, { path }: Endpoint) {
  console.listen()
  notices.set([])
  await console.hand.click(form.querySelector<HTMLElement>('button[type=submit]') ?? expect.fail('nothing sends the form'))
  // Until the page has taken in the answer, leaving it asks.
  await console.quiet()
  const { sent, answer } = console.exchanges.find((one) => one.sent.path === path) ?? expect.fail(`${path} was not called`)
  const { code, problem } = answer as { code: unknown; problem?: string }
  expect(notices.get().map(({ tone }) => tone)).toEqual(code === 1 ? ['success'] : [])
  return { sent: sent.body, answer: { code, problem } }
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
  const { config } = await call(calls.ofKey, { key })
  const saved: unknown = JSON.parse(config.paramValue)
  return { status: config.status, ...Object.fromEntries([...fieldsOf(value)].map(([path, { blank }]) => [path, memberAt(saved, path) ?? blank])) }
}

test.each(formsOfSettings)('%s on %s: saved untouched, it changes nothing', async (key, path, setting) => {
  await call(calls.save, { paramKey: key, paramValue: inject('filledSettings')[key], status: 1 })
  const before = await savedOf(setting)
  expect(Object.entries(before).filter(([member, value]) => value !== '' && member !== 'status').length, 'members that hold something').toBeGreaterThan(0)
  const console = wholeConsole()
  await console.open(`/redirect${path}`)
  const choice = choices[key]
  if (choice !== undefined) await console.hand.click(document.querySelector<HTMLElement>(`input[type=radio][value=${choice}]`) ?? expect.fail(choice))
  await console.quiet()
  const forms = [...document.querySelectorAll<HTMLElement>('main form')].filter((form) => form.querySelector('button[type=submit]'))
  expect(forms).toHaveLength(1)
  const { sent, answer } = await send(console, forms[0]!, calls.update)
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
  readonly type: (form: HTMLElement, hand: WholeConsole['hand']) => Promise<void>
  /** What that makes of what is saved. */
  readonly typed: Record<string, unknown>
  readonly theirs: (id: number, console: WholeConsole) => Promise<unknown>
  /** How that is said. */
  readonly said: string
}

async function retype(form: HTMLElement, hand: WholeConsole['hand'], name: string, text: string): Promise<void> {
  const field = form.querySelector<HTMLInputElement>(`[name=${name}]`) ?? expect.fail(`there is no field ${name}`)
  await hand.clear(field)
  await hand.type(field, text)
}

const forms: readonly PageForm[] = [
  {
    file: 'general-card.tsx',
    page: 'setting',
    call: domain.update,
    saved: async (id) => {
      const { data } = await call(domain.detail, { id })
      const { remark, defaultTtlSeconds, serviceGroupId, userId, soaRefreshSeconds, soaRetrySeconds, soaExpireSeconds, soaMinimumSeconds } = data
      return { remark, defaultTtlSeconds, serviceGroupId, userId, soaRefreshSeconds, soaRetrySeconds, soaExpireSeconds, soaMinimumSeconds }
    },
    begin: (id) =>
      call(domain.update, {
        id,
        remark: 'as it was',
        defaultTtlSeconds: 660,
        soaRefreshSeconds: 7200,
        soaRetrySeconds: 901,
        soaExpireSeconds: 1_209_601,
        soaMinimumSeconds: 301,
      }),
    type: (form, hand) => retype(form, hand, 'remark', 'typed here'),
    typed: { remark: 'typed here' },
    theirs: (id) => call(domain.update, { id, defaultTtlSeconds: 777 }),
    said: '777',
  },
  {
    file: 'nameserver-card.tsx',
    page: 'setting',
    call: vanityNameserver.choose,
    saved: async (id) => {
      const { choice, names } = (await call(vanityNameserver.choice, { id })).data
      return { choice, names }
    },
    begin: (id) => call(vanityNameserver.choose, { id, choice: 'own', names: ['ns1.swept.example', 'ns2.swept.example'] }),
    type: (form, hand) => retype(form, hand, 'names', 'ns3.swept.example{Enter}'),
    typed: { names: ['ns1.swept.example', 'ns2.swept.example', 'ns3.swept.example'] },
    theirs: (id) => call(vanityNameserver.choose, { id, choice: 'own', names: ['ns8.swept.example', 'ns9.swept.example'] }),
    said: 'ns8.swept.example and ns9.swept.example',
  },
  {
    file: 'primary-form.tsx',
    page: 'primary',
    call: primary.update,
    saved: async (domainId) => {
      const { addresses, port, keyName, algorithm } = (await call(primary.detail, { domainId })).data!
      return { addresses, port, keyName, algorithm }
    },
    begin: (domainId) =>
      call(primary.update, {
        domainId,
        addresses: ['10.255.0.53', '10.255.0.54'],
        port: 5353,
        keyName: 'swept-key',
        algorithm: 'hmac-sha512',
        secret: btoa('known to both of them'),
      }),
    type: (form, hand) => retype(form, hand, 'port', '5355'),
    typed: { port: 5355 },
    theirs: async (domainId, console) => {
      await call(primary.update, { domainId, addresses: ['10.255.0.99'], port: 5353, keyName: 'swept-key', algorithm: 'hmac-sha512' })
      // The page looks every few seconds how far transfers are, and so comes to know of it by itself.
      const isKnown = ({ sent, answer }: WholeConsole['exchanges'][number]): boolean =>
        sent.method === 'GET' && sent.path === primary.detail.path && JSON.stringify(answer ?? null).includes('10.255.0.99')
      await waitFor(() => expect(console.exchanges.some(isKnown)).toBe(true))
    },
    said: '10.255.0.99',
  },
]

test.each(forms)('$file: saved untouched it changes nothing; what is typed stays while another saves, and is saved over it when asked again', async (form) => {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  await form.begin?.(id)
  const before = await form.saved(id)
  inLanguage('en')
  const console = wholeConsole()
  const open = async (): Promise<HTMLElement> => {
    await console.open(`/redirect${domainPath(form.page, { domain: name, id, userId: 0 })}`)
    return waitFor(() => document.querySelector<HTMLElement>(`main form[data-call="${form.call.path}"]`) ?? expect.fail(`${form.file} is not shown`))
  }

  expect((await send(console, await open(), form.call)).answer.code).toBe(1)
  expect(await form.saved(id)).toEqual(before)

  const fields = await open()
  await form.type(fields, console.hand)
  await form.theirs(id, console)
  const theirs = await form.saved(id)
  expect(theirs).not.toEqual(before)
  expect((await send(console, fields, form.call)).answer.problem).toBe('changed_meanwhile')
  const said = within(fields)
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
  expect(said).toContainEqual(expect.stringContaining(partsMessages.en.changedMeanwhile))
  expect(said.join(' ')).toContain(form.said)
  expect(await form.saved(id)).toEqual(theirs)
  expect((await send(console, fields, form.call)).answer.code).toBe(1)
  expect(await form.saved(id)).toEqual({ ...before, ...form.typed })
})

test('every form in a page of a domain is among them', () => {
  const sources = import.meta.glob<string>('../../features/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const files = Object.entries(sources).flatMap(([file, source]) => (source.includes('<PageForm') ? [file.replace(/.*\//, '')] : []))
  expect(files.toSorted()).toEqual(forms.map(({ file }) => file).toSorted())
})
