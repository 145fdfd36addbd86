import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { dynamicHost, dynamicUpdatePath } from '@nameplane/contract/dns/dynamic-host'
import { explain } from '@nameplane/contract/dns/explain'
import { record } from '@nameplane/contract/dns/record'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { dynamicHostMessages } from './dynamic-host.messages.ts'

/* A credential for one host: from its record to the router that uses it, to the answer of the node, renewed and revoked. */

/** A domain with two hosts, the addresses of its pages, and what a node answers for it, asked there and then. */
async function newDomain() {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  const changes = [
    ['home', '192.0.2.1'],
    ['other', '192.0.2.7'],
  ].map(([host = '', value = '']) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl: 600 } }))
  await call(record.apply, { domainId: id, changes })
  async function asked(host: string, type: string) {
    const { wire } = (await call(explain.record, { domainId: id, host, type, client: '192.0.2.200' })).data
    return wire?.answers.map(({ value }) => value)
  }
  return {
    ...{ id, name, url: `${location.origin}${dynamicUpdatePath}?hostname=home.${name}` },
    pathOf: (page: 'record' | 'dynamic'): string => domainPath(page, { domain: name, id, userId: 0 }),
    row: async () => (await call(dynamicHost.list, { domainId: id })).data.list[0]!,
    answers: (host: string, type: 'A' | 'AAAA', values: readonly string[]) => waitFor(async () => expect(await asked(host, type)).toEqual(values)),
  }
}
/** The same with a credential for the first host. */
async function newCredential() {
  const there = await newDomain()
  return { ...there, ...(await call(dynamicHost.save, { domainId: there.id, host: 'home' })).data, domainId: there.id }
}

/** What a router with this secret is told at the address that the console shows. */
async function told(url: string, secret: string, sent: Readonly<Record<string, string>>): Promise<string> {
  const address = new URL(url)
  for (const [key, value] of Object.entries(sent)) address.searchParams.set(key, value)
  const answer = await fetch(address, { headers: { authorization: `Basic ${btoa(`router:${secret}`)}` } })
  return `${answer.status} ${(await answer.text()).trim()}`
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Dialog = Awaited<ReturnType<typeof dialogOf>>
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** What a dialog shows to be copied. */
const codesIn = (dialog: Dialog): string[] => dialog.getAllByText(/./, { selector: 'code' }).map(({ textContent }) => textContent)

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const text = dynamicHostMessages[language]
  const parts = partsMessages[language]

  async function openedAt(address: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open(address)
    return console
  }
  async function choose({ hand }: WholeConsole, name: string, action: string): Promise<void> {
    await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${name}` }))
    const item = await screen.findByRole('menuitem', { name: action })
    await waitFor(() => expect(item).toHaveProperty('disabled', false))
    await hand.click(item)
  }
  const agree = async ({ hand }: WholeConsole, answer: string): Promise<void> =>
    hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))

  test('a credential is created from a record, and shown once with what a router is set up with', async () => {
    const { name, url, pathOf, row } = await newDomain()
    const console = await openedAt(pathOf('record'))
    await choose(console, 'home A 192.0.2.1', say('动态更新…', 'Dynamic update…'))
    const form = await dialogOf(text.add)
    expect(form.getByRole<HTMLInputElement>('textbox').value).toBe('home')
    await console.hand.click(form.getByRole('button', { name: text.add }))
    const made = await dialogOf(text.created)
    const [secret = '', address, server, hostname] = codesIn(made)
    expect(secret).toMatch(/^npd_/)
    expect([address, server, hostname]).toEqual([url, location.host, `home.${name}`])
    await expectAccessible('a created credential')
    console.listen()
    await console.hand.click(made.getByRole('button', { name: say('复制 更新地址', 'Copy Update URL') }))
    await waitFor(() => expect(console.copied).toBe(url))
    await console.hand.click(made.getByRole('button', { name: text.done }))
    await isGone()
    expect(await told(url, secret, { myip: '192.0.2.1' })).toBe('200 nochg 192.0.2.1')

    await console.open(`/redirect${pathOf('dynamic')}?open=settings&row=${(await row()).id}`)
    const settings = await dialogOf(text.settingsTitle(`home.${name}`))
    settings.getByText('nochg')
    expect(codesIn(settings)).toEqual([address, server, hostname])
    expect(document.body.textContent).not.toContain(secret)
  })

  test('of a host that has a credential already, that is said at the field', async () => {
    const { pathOf, domainId } = await newCredential()
    const console = await openedAt(pathOf('dynamic'))
    const add = screen.getAllByRole('button', { name: text.add })[0]!
    await waitFor(() => expect(add).toHaveProperty('disabled', false))
    await console.hand.click(add)
    const form = await dialogOf(text.add)
    const host = form.getByRole<HTMLInputElement>('textbox')
    expect(host.value).toBe('')
    fireEvent.change(host, { target: { value: 'home' } })
    await console.hand.click(form.getByRole('button', { name: text.add }))
    await waitFor(() => expect(host.getAttribute('aria-invalid')).toBe('true'))
    form.getByText(problemText('dynamic_host_exists', language))
    await console.hand.click(form.getByRole('button', { name: parts.cancel }))
    await agree(console, say('放弃', 'Discard'))
    await isGone()
    expect((await call(dynamicHost.list, { domainId })).data.totalCount).toBe(1)
  })

  test('once a credential is renewed, the old secret is refused, and once it is revoked, the new one is', async () => {
    const { id, secret, url, pathOf, answers } = await newCredential()
    const console = await openedAt(`${pathOf('dynamic')}?open=renew&row=${id}`)
    await agree(console, text.renew)
    const made = await dialogOf(text.renewed)
    const [renewed = ''] = codesIn(made)
    expect(renewed).toMatch(/^npd_/)
    expect(await told(url, secret, { myip: '198.51.100.10' })).toBe('401 badauth')
    expect(await told(url, renewed, { myip: '198.51.100.10' })).toBe('200 good 198.51.100.10')
    await answers('home', 'A', ['198.51.100.10'])
    await console.hand.click(made.getByRole('button', { name: text.done }))
    await isGone()

    await choose(console, 'home', text.revoke)
    await agree(console, text.revoke)
    await screen.findByText(text.none)
    expect(await told(url, renewed, { myip: '198.51.100.11' })).toBe('401 badauth')
    await answers('home', 'A', ['198.51.100.10'])
  })
})

test('what a router says is answered by nodes, listed, and kept in the history', async () => {
  const { secret, url, name, domainId, pathOf, row, answers } = await newCredential()
  expect(await told(url, secret, { myip: '198.51.100.8' })).toBe('200 good 198.51.100.8')
  expect(await told(url, secret, { myip: '198.51.100.8' })).toBe('200 nochg 198.51.100.8')
  expect(await told(url, secret, { myip: '198.51.100.9,2001:db8::9' })).toBe('200 good 198.51.100.9,2001:db8::9')
  await answers('home', 'A', ['198.51.100.9'])
  await answers('home', 'AAAA', ['2001:db8::9'])
  expect(await told(url, secret, { hostname: `other.${name}`, myip: '198.51.100.9' })).toBe('200 nohost')
  expect(await told(url, secret, { hostname: '' })).toBe('200 notfqdn')
  expect(await told(url, 'npd_wrong', {})).toBe('401 badauth')
  await answers('other', 'A', ['192.0.2.7'])

  inLanguage('en')
  await wholeConsole().open(pathOf('dynamic'))
  await screen.findByRole('row', { name: (words) => words.includes('198.51.100.9, 2001:db8::9') })
  await expectAccessible('credentials')
  expect(await row()).toMatchObject({
    ...{ host: 'home', line: 'default', addresses: ['198.51.100.9', '2001:db8::9'] },
    lastUseAddress: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
  })
  const { list } = (await call(record.history, { domainId })).data
  expect(list.filter(({ action }) => action === 'record.dynamic')).toHaveLength(2)
})
