import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../../api/client.ts'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { currentAddress } from '../../../../routing/address.ts'
import { button, dialogOf, newDomain, openEditorOf, told, type Written } from '../record-editor.testing.tsx'

/* A domain is looked at as it was at a moment, compared with now, and taken back; a large restore asks as every large change does. */

const dayMs = 86_400_000
const recordOf = (host: string, value: string) => ({ host, type: 'A', value, ttl: 600 })

/** As the field has it, in the time zone of the browser; as exact as is asked for. */
function localText(ms: number, end: 'minutes' | 'milliseconds' = 'milliseconds'): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, end === 'minutes' ? 16 : 23)
}

/** A domain with these records that were changed later, and two moments in between. */
async function changedLater(
  records: readonly Written[],
  changes: (idOf: (host: string) => number) => Parameters<typeof call<typeof record.apply>>[1]['changes'],
) {
  const domain = await newDomain(...records)
  const moment = Date.now()
  const { list } = (await call(record.list, { domainId: domain.id })).data
  await waitFor(() => expect(Date.now()).toBeGreaterThan(moment + 2))
  const idOf = (host: string) => list.find((one) => one.host === host)!.id
  await call(record.apply, { domainId: domain.id, changes: changes(idOf), confirm: records.length })
  return { ...domain, moment, secondMoment: moment + 1 }
}

/** The editor with the records of a moment beside it, which is yesterday at first. */
async function openByTime(domain: { id: number; name: string }) {
  const editor = await openEditorOf(domain)
  await editor.chooseForDomain('History')
  const name = new RegExp(`^(History|Records) of ${domain.name}( at a moment)?$`)
  const drawer = await dialogOf(name)
  await editor.hand.click(await drawer.findByRole('button', { name: 'View by time' }))
  const field = await drawer.findByLabelText<HTMLInputElement>(/^Moment\*?$/)
  const lookAt = (ms: number) => fireEvent.change(field, { target: { value: localText(ms) } })
  const restores = drawer.getByRole<HTMLButtonElement>('button', { name: 'Restore the whole domain to this moment' })
  const ask = async () => {
    await waitFor(() => expect(restores.disabled).toBe(false))
    await editor.hand.click(restores)
    return dialogOf('Please confirm')
  }
  const restore = async () => {
    const run = button('Restore', await dialogOf('Please confirm'))
    // Once it is known what that changes.
    await waitFor(() => expect(run.hasAttribute('disabled')).toBe(false))
    await editor.hand.click(run)
  }
  return { ...editor, drawer, field, lookAt, restores, ask, restore }
}

test('a domain goes back to how it was at a moment, and is seen in it before', async () => {
  const records: Written[] = [
    ['www', 'A', '192.0.2.1'],
    ['gone', 'A', '192.0.2.2'],
    ['same', 'A', '192.0.2.3'],
  ]
  const domain = await changedLater(records, (idOf) => [
    { op: 'update', id: idOf('www'), record: recordOf('www', '203.0.113.1') },
    { op: 'delete', id: idOf('gone') },
    { op: 'add', record: recordOf('late', '203.0.113.2') },
  ])
  const before = Date.now()
  const { console, hand, drawer, field, lookAt, restores, ask, restore, answers } = await openByTime(domain)
  await answers('www', 'A', ['203.0.113.1'])
  await answers('gone', 'A', [])
  // The moment that stands there at first is this time yesterday, and then there was no such domain.
  expect([before, Date.now()].map((ms) => localText(ms - dayMs, 'minutes'))).toContain(field.value)
  await waitFor(() => expect(drawer.getAllByRole('alert')).not.toEqual([]))
  expect(restores.disabled).toBe(true)

  lookAt(domain.moment)
  const changes = () => document.querySelectorAll('dialog[open] li[data-change]')
  await waitFor(() => expect(changes()).toHaveLength(3))
  await expectAccessible('the difference from a moment')
  await hand.click(drawer.getByRole('button', { name: 'Records then' }))
  await drawer.findByText('gone  600  IN  A  192.0.2.2', { normalizer: (text) => text })
  expect(drawer.queryByText(/203\.0\.113\.2/)).toBeNull()
  await expectAccessible('the records of a moment')

  // While another moment is on its way, the one that still stands there cannot be restored in its place.
  await waitFor(() => expect(restores.disabled).toBe(false))
  await console.quiet()
  let isKept: boolean | null = null
  const look = (): void => {
    // Other calls go on beside it.
    if (console.exchanges.at(-1)?.sent.path !== record.moment.path) console.meanwhile = look
    else isKept = restores.disabled
  }
  console.meanwhile = look
  lookAt(domain.secondMoment)
  await waitFor(() => expect(isKept).toBe(true))
  await ask()
  await restore()
  await told('Done: 1 added, 1 changed, 1 deleted')
  await answers('www', 'A', ['192.0.2.1'])
  await answers('gone', 'A', ['192.0.2.2'])
  await answers('late', 'A', [])
})

test('a large restore asks for its number', async () => {
  const hosts = Array.from({ length: 10 }, (_, index) => `h${index}`)
  const domain = await changedLater(
    hosts.map((host): Written => [host, 'A', '192.0.2.5']),
    (idOf) => hosts.map((host) => ({ op: 'update', id: idOf(host), record: recordOf(host, '203.0.113.5') })),
  )
  const { hand, lookAt, ask, restore, answers } = await openByTime(domain)
  lookAt(domain.moment)
  await ask()
  await restore()
  const asked = within(await screen.findByRole('alertdialog'))
  await answers('h3', 'A', ['203.0.113.5'])
  expect(button('Confirm', asked).hasAttribute('disabled')).toBe(true)
  await hand.type(asked.getByLabelText('Type “10” to confirm'), '10')
  await expectAccessible('a large restore')
  await hand.click(button('Confirm', asked))
  await told('Done: 0 added, 10 changed, 0 deleted')
  await answers('h3', 'A', ['192.0.2.5'])
})

test('a restore can be watched, and is a bulk operation then', async () => {
  const domain = await changedLater([['www', 'A', '192.0.2.1']], (idOf) => [{ op: 'update', id: idOf('www'), record: recordOf('www', '203.0.113.1') }])
  const { hand, lookAt, ask, restore, answers } = await openByTime(domain)
  lookAt(domain.moment)
  const question = await ask()
  await hand.click(await question.findByLabelText('Watch afterwards, and undo by itself if more queries fail'))
  await expectAccessible('a restore that is watched')
  await restore()
  await within(await screen.findByRole('dialog', { name: /#\d+/ })).findByRole('region', { name: 'Watch' })
  const set = async () => (await call(changeSet.detail, { id: Number(/set=(\d+)/.exec(currentAddress().search)?.[1]) })).data
  expect(await set()).toMatchObject({ kind: 'record_save', summary: { call: 'restore' } })
  await answers('www', 'A', ['192.0.2.1'])
  await waitFor(async () => expect((await set()).watchState).toBe('watching'))
})
