import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { call } from '../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { pressSave, putBackAfterwards, savedOf } from './setting-saved.testing.ts'

/*
 * What a plan allows: set by an administrator, seen on the page of a domain, and refused in the editor and in an import. All domains have
 * this plan, also those of tests beside: they only get limits that no other test that is pressed meets, which have neither so many records
 * nor a TTL as low as this. This is the one file that saves them.
 */
const { key } = freePlan
const most = 60
const leastTtl = 2

const written = (host: string, ttl = 600) => ({ op: 'add' as const, record: { host, type: 'A', value: '192.0.2.1', ttl } })

/** A domain with this many records, and where its pages are. */
async function domainWith(count: number) {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  await call(record.apply, { domainId: id, changes: Array.from({ length: count }, (_, index) => written(`h${index}`)) })
  const page = (one: 'record' | 'plan') => domainPath(one, { domain: name, id, userId: 0 })
  return { id, name, page, records: async () => (await call(record.list, { domainId: id })).data.totalCount }
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const field = (name: 'records' | 'minimumTtl') => screen.findByLabelText<HTMLInputElement>(freePlan.names[name]![language])
  async function type({ hand }: WholeConsole, name: 'records' | 'minimumTtl', text: string): Promise<void> {
    await hand.clear(await field(name))
    await hand.type(await field(name), text)
  }

  test('limits are set, and the page of a domain shows what is used of them', async () => {
    inLanguage(language)
    await putBackAfterwards(key)
    const { id, page } = await domainWith(most - 2)
    const console = wholeConsole()
    await console.open('/system/config/plan')
    await type(console, 'records', String(most))
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({ records: most, minimumTtl: null })
    await call(record.apply, { domainId: id, changes: [written('low', leastTtl - 1)] })
    await type(console, 'minimumTtl', String(leastTtl))
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({ records: most, minimumTtl: leastTtl })

    await console.open(page('plan'))
    await screen.findByRole('heading', { name: say('内置免费套餐', 'Built-in free plan') })
    const rowOf = async (name: 'records' | 'minimumTtl') =>
      within(await screen.findByRole('row', { name: new RegExp(`^${freePlan.names[name]![language].replace(/[()]/g, '\\$&')}`) }))
    const [records, ttl] = [await rowOf('records'), await rowOf('minimumTtl')]
    const beyond = say('已超出', 'Beyond the limit')
    expect(records.getByText(`${most - 1} / ${most}`)).toBeTruthy()
    expect(records.queryByText(beyond)).toBeNull()
    expect(ttl.getByText(say(`最小 ${leastTtl - 1}，不低于 ${leastTtl}`, `lowest ${leastTtl - 1}, at least ${leastTtl}`))).toBeTruthy()
    expect(ttl.getByText(beyond)).toBeTruthy()
    await expectAccessible('plan of a domain')
  })
})

describe('beyond a limit', () => {
  const tooMany = `The plan allows at most ${most} records`
  const tooShort = `The plan requires a TTL of at least ${leastTtl} seconds`
  const button = (name: string, part: Pick<typeof screen, 'getByRole'> = screen) => part.getByRole<HTMLButtonElement>('button', { name })
  const dialogOf = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

  /** The editor of a domain that may have one more record. */
  async function openEditor() {
    inLanguage('en')
    await putBackAfterwards(key)
    const zone = await domainWith(most - 1)
    await call(setting.save, { paramKey: key, paramValue: { records: most, minimumTtl: leastTtl } })
    const console = wholeConsole()
    await console.open(zone.page('record'))
    await screen.findByRole('row', { name: /SOA/ })
    return { ...zone, hand: console.hand }
  }

  test('the editor says so at the record, and saves nothing', async () => {
    const { hand, records } = await openEditor()
    const add = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      await hand.click(screen.getAllByRole('button', { name: 'Add record' })[0]!)
      const form = await dialogOf('Add record')
      for (const [label, value] of Object.entries(fields)) fireEvent.change(await form.findByLabelText(new RegExp(`^${label}\\*?$`)), { target: { value } })
      await hand.click(button('Add to pending changes', form))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add record' })).toBeNull())
    }
    await add({ Host: 'd', Address: '192.0.2.1' })
    await add({ Host: 'e', Address: '192.0.2.1', TTL: String(leastTtl - 1) })
    const tray = await screen.findByRole('region', { name: '2 pending changes' })
    await hand.click(button('Review and save', within(tray)))
    const review = await dialogOf('Review changes')
    const row = (await review.findByText(new RegExp(tooMany))).closest('li')
    expect(row?.textContent).toContain('e A 192.0.2.1')
    expect(row?.textContent).toContain(tooShort)
    expect(review.getAllByText(/The plan/)).toHaveLength(2)
    expect(button('Save', review).disabled).toBe(true)
    expect(await records()).toBe(most - 1)

    await hand.click(button('Back to editing', review))
    await hand.click(button('Discard all', within(tray)))
    await hand.click(button('Discard all', within(await screen.findByRole('alertdialog'))))
    await waitFor(() => expect(screen.queryByRole('region', { name: /pending change/ })).toBeNull())
  })

  test('an import says so at the line, and saves nothing', async () => {
    const { hand, name, records } = await openEditor()
    await hand.click(button('More actions'))
    await hand.click(await screen.findByRole('menuitem', { name: 'Import' }))
    const dialog = await dialogOf(`Import records into ${name}`)
    const lines = ['x 600 IN A 192.0.2.1', 'y 600 IN A 192.0.2.1', `z ${leastTtl - 1} IN A 192.0.2.1`]
    fireEvent.change(dialog.getByRole('textbox', { name: 'Paste records' }), { target: { value: `${lines.join('\n')}\n` } })
    await hand.click(button('Preview', dialog))
    await waitFor(() => expect(dialog.getAllByText(tooMany)).not.toEqual([]))
    await dialog.findByText(tooShort)
    expect(dialog.getAllByText('Line 3')).not.toEqual([])
    expect(await records()).toBe(most - 1)
  })

  test('that is set between the preview of a bulk edit and its save, the dialog lists what is wrong now, and saves nothing', async () => {
    const { hand, id } = await openEditor()
    await hand.click(button('More actions'))
    await hand.click(await screen.findByRole('menuitem', { name: 'Change in bulk' }))
    const dialog = await dialogOf(/^Change \d+ records$/)
    fireEvent.change(dialog.getByLabelText(/^TTL/), { target: { value: String(leastTtl) } })
    await hand.click(button('Preview', dialog))
    const save = await dialog.findByRole('button', { name: /^Save \d+ changes$/ })
    await call(setting.save, { paramKey: key, paramValue: { records: most, minimumTtl: leastTtl + 1 } })
    await hand.click(save)
    await dialog.findAllByText(`The plan requires a TTL of at least ${leastTtl + 1} seconds`)
    expect(dialog.getByText('There are errors. Nothing can be saved.')).toBeTruthy()
    expect((await call(record.list, { domainId: id, type: 'A' })).data.list.map(({ ttl }) => ttl)).not.toContain(leastTtl)
  })
})
