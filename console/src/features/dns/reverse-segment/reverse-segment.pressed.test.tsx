import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshFour, freshSix } from '../../../browser/pressed/networks.testing.ts'
import { inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { reverseSegmentMessages, reverseSegmentWords } from './reverse-segment.messages.ts'

/* Reverse DNS of a network, from its request to its zones or to the reason against it. */

const path = '/dns/domain/ptr'

/** The segment of exactly this network. */
async function saved(cidr: string) {
  const { list } = (await call(reverseSegment.list, { search: cidr })).data
  return list.find((row) => row.cidr === cidr)
}
async function requested(cidr: string) {
  const { id } = (await call(reverseSegment.save, { cidr })).data
  return { id, cidr, address: `${path}?search=${encodeURIComponent(cidr)}` }
}
const row = (cidr: string) => screen.findByRole('row', { name: (name) => name.includes(cidr) })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const text = reverseSegmentMessages[language]
  const parts = partsMessages[language]
  const labelled = (name: string): RegExp => new RegExp(`^${reverseSegmentWords.label(name, language)}`)
  const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

  async function openedAt(address: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open(address)
    return console
  }
  async function choose({ hand }: WholeConsole, cidr: string, action: string): Promise<void> {
    await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${cidr}` }))
    const item = await screen.findByRole('menuitem', { name: action })
    await waitFor(() => expect(item).toHaveProperty('disabled', false))
    await hand.click(item)
  }
  async function agree({ hand }: WholeConsole, answer: string): Promise<void> {
    await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }

  test('networks of both kinds are requested, and one that overlaps another is put right or given up', async () => {
    const [four, six, other] = [freshFour(), freshSix(), freshFour()]
    const console = await openedAt(`${path}?search=${four}.1`)
    const { hand } = console
    const add = () => screen.getAllByRole('button', { name: text.add })[0]!
    await waitFor(() => expect(add()).toHaveProperty('disabled', false))
    const type = async (cidr: string) => {
      const dialog = await dialogOf(text.add)
      fireEvent.change(dialog.getByRole('textbox', { name: labelled('cidr') }), { target: { value: cidr } })
    }
    const send = async () => hand.click((await dialogOf(text.add)).getByRole('button', { name: text.add }))
    for (const cidr of [`${four}.0/24`, `${six}::/48`]) {
      await hand.click(add())
      await type(cidr)
      await send()
      await isGone()
      expect(await saved(cidr)).toMatchObject({ state: 'submitted', dueDay: null })
    }
    await row(`${four}.0/24`)

    await hand.click(add())
    await type(`${four}.64/26`)
    await send()
    await (await dialogOf(text.add)).findByText(problemText('reverse_segment_overlaps', language, { cidr: `${four}.0/24` }))
    await type(`${other}.64/26`)
    await send()
    await isGone()
    expect(await saved(`${other}.64/26`)).toMatchObject({ state: 'submitted' })

    await hand.click(add())
    await type(`${other}.0/26`)
    await hand.click((await dialogOf(text.add)).getByRole('button', { name: parts.cancel }))
    await agree(console, say('放弃', 'Discard'))
    await isGone()
    expect(await saved(`${other}.0/26`)).toBeUndefined()
  })

  test('what was saved opens again, and is changed again', async () => {
    const { id, cidr, address } = await requested(`${freshFour()}.0/24`)
    const console = await openedAt(address)
    for (const [was, will] of [
      ['', 'rack 7'],
      ['rack 7', 'rack 8'],
    ] as const) {
      await console.open(`/redirect${address}&open=edit&row=${id}`)
      const dialog = await dialogOf(text.editTitle(cidr))
      const remark = dialog.getByRole<HTMLInputElement>('textbox', { name: labelled('remark') })
      const follows = dialog.getByRole<HTMLInputElement>('checkbox', { name: labelled('followsAddresses') })
      expect([remark.value, follows.checked]).toEqual([was, was !== ''])
      if (was === '') await console.hand.click(follows)
      fireEvent.change(remark, { target: { value: will } })
      await console.hand.click(dialog.getByRole('button', { name: parts.save }))
      await isGone()
    }
    expect(await saved(cidr)).toMatchObject({ remark: 'rack 8', followsAddresses: true, rowVersion: 3 })
  })

  test('a request is processed until a day that its row says, and is active from then on', async () => {
    const { cidr, address } = await requested(`${freshFour()}.0/24`)
    const console = await openedAt(address)
    await choose(console, cidr, text.process)
    await agree(console, text.process)
    await waitFor(async () => expect(await saved(cidr)).toMatchObject({ state: 'processing' }))
    const { dueDay } = (await saved(cidr))!
    expect(dueDay).toMatch(/^\d{4}-\d\d-\d\d$/)
    await within(await row(cidr)).findByText(text.due(dueDay!))
    await choose(console, cidr, text.activate)
    await agree(console, text.activate)
    await waitFor(async () => within(await row(cidr)).getByText(text.choices.state.active))
    await expectAccessible('reverse segments')
  })

  test('below a /24, the zone above needs an alias for each address, and a rejected network says why', async () => {
    const four = freshFour()
    const { cidr, address } = await requested(`${four}.64/26`)
    const console = await openedAt(address)
    await choose(console, cidr, text.delegation)
    const above = `${four.split('.').toReversed().join('.')}.in-addr.arpa.`
    const lines = (await dialogOf(text.zonesTitle(cidr))).findByLabelText(text.lines, { selector: 'pre' })
    expect((await lines).textContent.split('\n').at(-1)).toBe(`$GENERATE 64-127 $.${above} IN CNAME $.64-26.${above}`)
    await expectAccessible('delegation of a segment')
    await console.hand.click((await dialogOf(text.zonesTitle(cidr))).getByRole('button', { name: parts.close }))
    await isGone()

    await choose(console, cidr, text.reject)
    const dialog = await dialogOf(text.rejectTitle(cidr))
    const reason = say('WHOIS 不符', 'WHOIS says otherwise')
    fireEvent.change(dialog.getByRole('textbox', { name: labelled('reason') }), { target: { value: reason } })
    await console.hand.click(dialog.getByRole('button', { name: text.reject }))
    await isGone()
    await waitFor(async () => within(await row(cidr)).getByText(reason))
    expect(await saved(cidr)).toMatchObject({ state: 'rejected', reason })
  })

  test('a reverse zone is marked in the domain list, and leads from there to its network', async () => {
    const four = freshFour()
    const { id, cidr } = await requested(`${four}.0/24`)
    await call(reverseSegment.activate, { ids: [id] })
    const { hand } = await openedAt(`/dns/domain/list?search=${four.split('.').toReversed().join('.')}`)
    await hand.click(await screen.findByRole('link', { name: say('反向区域', 'Reverse zone') }))
    await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe(path))
    await row(cidr)
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })
})
