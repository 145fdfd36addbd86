import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { reverseName } from '@nameplane/dns-text/addresses'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshFour, freshSix } from '../../../browser/pressed/networks.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { ptrRecordMessages, ptrRecordWords } from './ptr-record.messages.ts'

/* The names of addresses in active networks, from what is typed to what a node answers. */

const path = '/dns/domain/ptr/record'

async function activated(cidr: string, more: { followsAddresses?: boolean } = {}): Promise<number> {
  const { id } = (await call(reverseSegment.save, { cidr, ...more })).data
  await call(reverseSegment.activate, { ids: [id] })
  return id
}
/** A domain that has an address for one of its hosts, and what a node answers, asked there and then, for reverse names. */
async function newDomain(host: string, address: string) {
  const name = `${freshWord()}.example`
  const { id: domainId } = (await call(domain.save, { domain: name })).data
  await call(record.apply, { domainId, changes: [{ op: 'add', record: { host, type: 'A', value: address, ttl: 600 } }] })
  async function pointers(of: string) {
    const { wire } = (await call(explain.record, { domainId, host: reverseName(of), type: 'PTR', client: '192.0.2.200' })).data
    return [wire?.rcode, ...(wire?.answers ?? []).map(({ value }) => value)]
  }
  const leadsTo = (of: string, target: string) => waitFor(async () => expect(await pointers(of)).toEqual(['NOERROR', target]))
  const isRefused = (of: string) => waitFor(async () => expect(await pointers(of)).toEqual(['REFUSED']))
  return { name, leadsTo, isRefused }
}
const saved = async (address: string) => (await call(ptrRecord.list, { address })).data.list[0]!

const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Dialog = Awaited<ReturnType<typeof dialogOf>>

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = ptrRecordMessages[language]
  const field = (dialog: Dialog, name: string) =>
    dialog.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${ptrRecordWords.label(name, language)}`) })
  function fill(dialog: Dialog, values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) fireEvent.change(field(dialog, name), { target: { value } })
  }
  async function openedAt(address: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open(address)
    return console
  }

  test('addresses of both kinds get a name that nodes answer, one each and in networks of the platform', async () => {
    const [four, six] = [`${freshFour()}.7`, `${freshSix()}::25`]
    await activated(four.replace(/7$/, '0/24'))
    await activated(six.replace(/25$/, '/48'))
    const { name, leadsTo } = await newDomain('www', '192.0.2.1')
    const { hand } = await openedAt(`${path}?address=${four}&open=add`)
    const dialog = await dialogOf(text.add)
    const send = () => hand.click(dialog.getByRole('button', { name: text.add }))
    fill(dialog, { address: '203.0.113.200', hostName: `mail.${name}` })
    await send()
    await dialog.findByText(problemText('ptr_address_outside', language))
    fill(dialog, { address: four })
    await send()
    await isGone()
    await screen.findByRole('row', { name: (row) => row.includes(`mail.${name}`) })

    await hand.click(screen.getAllByRole('button', { name: text.add })[0]!)
    const second = await dialogOf(text.add)
    const sendSecond = () => hand.click(second.getByRole('button', { name: text.add }))
    fill(second, { address: four, hostName: 'second.example' })
    await sendSecond()
    await second.findByText(problemText('ptr_address_taken', language, { name: `mail.${name}` }))
    fill(second, { address: six, hostName: `mx1.${name}` })
    await sendSecond()
    await isGone()
    await leadsTo(four, `mail.${name}.`)
    await leadsTo(six, `mx1.${name}.`)
  })

  test('a TTL is typed with its unit, and opens again in seconds', async () => {
    const address = `${freshFour()}.7`
    await activated(address.replace(/7$/, '0/24'))
    const { id } = (await call(ptrRecord.save, { address, hostName: 'mail.example', ttl: 600 })).data
    const console = await openedAt(`${path}?address=${address}`)
    for (const [was, will] of [
      ['600', '10m'],
      ['600', '1h'],
      ['3600', '600'],
    ] as const) {
      await console.open(`/redirect${path}?address=${address}&open=edit&row=${id}`)
      const dialog = await dialogOf(text.editTitle(address))
      expect([field(dialog, 'ttl').value, field(dialog, 'hostName').value]).toEqual([was, 'mail.example'])
      fill(dialog, { ttl: will })
      await console.hand.click(dialog.getByRole('button', { name: partsMessages[language].save }))
      await isGone()
    }
    expect(await saved(address)).toMatchObject({ hostName: 'mail.example', ttl: 600 })
  })

  test('a range is named by a pattern, seen before, and answered by nodes', async () => {
    const net = freshFour()
    await activated(`${net}.0/24`)
    await call(ptrRecord.save, { address: `${net}.7`, hostName: 'kept.example' })
    const { leadsTo } = await newDomain('www', '192.0.2.1')
    const { hand } = await openedAt(`${path}?address=${net}.9`)
    const generate = screen.getByRole('button', { name: text.generate })
    await waitFor(() => expect(generate).toHaveProperty('disabled', false))
    await hand.click(generate)
    const dialog = await dialogOf(text.generateTitle)
    fill(dialog, { first: `${net}.1`, last: `${net}.9`, pattern: 'host-{c}-{d}.example.com' })
    await hand.click(dialog.getByRole('button', { name: text.preview }))
    await dialog.findByText(text.previewed({ added: 8, updated: 0, kept: 1 }))
    await expectAccessible('preview of a pattern')
    await hand.click(dialog.getByRole('button', { name: text.generate }))
    await isGone()
    await leadsTo(`${net}.9`, `host-${net.split('.')[2]}-9.example.com.`)
    await leadsTo(`${net}.7`, 'kept.example.')
  })
})

/* In one language: whoever checks may do so again only some seconds later. */
test('a name leads back once it has the address, which the list says when it was checked', async () => {
  const address = `${freshFour()}.7`
  await activated(address.replace(/7$/, '0/24'))
  const { name } = await newDomain('mail', address)
  await call(ptrRecord.save, { address, hostName: `mail.${name}` })
  inLanguage('en')
  const { hand, open } = wholeConsole()
  await open(`${path}?address=${address}`)
  const row = () => screen.findByRole('row', { name: (words) => words.includes(address) })
  within(await row()).getByText('Not checked')
  await hand.click(await screen.findByRole('button', { name: `More actions ${address}` }))
  const check = await screen.findByRole('menuitem', { name: 'Check forward DNS' })
  await waitFor(() => expect(check).toHaveProperty('disabled', false))
  await hand.click(check)
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('Checked: 1 confirmed, 0 not'))
  await waitFor(async () => within(await row()).getByText('Confirmed'))
  await expectAccessible('PTR records')
})

test('a rejected network is not answered any more, and comes back with its records', async () => {
  const address = `${freshFour()}.7`
  const id = await activated(address.replace(/7$/, '0/24'))
  await call(ptrRecord.save, { address, hostName: 'mail.example' })
  const { leadsTo, isRefused } = await newDomain('www', '192.0.2.1')
  await leadsTo(address, 'mail.example.')
  await call(reverseSegment.reject, { ids: [id], reason: 'moved' })
  await isRefused(address)
  await call(reverseSegment.submit, { ids: [id] })
  await call(reverseSegment.activate, { ids: [id] })
  await leadsTo(address, 'mail.example.')
})

test('in a network that follows addresses, nodes answer the name of a host as soon as it has the address', async () => {
  const address = `${freshFour()}.80`
  await activated(address.replace(/80$/, '0/24'), { followsAddresses: true })
  const { name, leadsTo } = await newDomain('www', address)
  await leadsTo(address, `www.${name}.`)
})
