import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { health, type HealthFindingShown } from '@nameplane/contract/dns/health'
import { record } from '@nameplane/contract/dns/record'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { takeHanded } from '../../../entities/record/handed-changes.ts'
import { FindingGroups } from './finding-groups.tsx'
import { FixDialog } from './fix-dialog.tsx'
import { healthMessages, healthWords } from './health.messages.ts'
import { IgnoreDialog } from './ignore-dialog.tsx'

const text = healthMessages.zh
const tooLong = 2_000_000
const button = (name: string) => screen.getByRole('button', { name })

/** A domain that was checked: a TTL is too long, which can be mended, and an address is private, which cannot. */
async function newDomain() {
  const { id } = (await call(domainCalls.save, { domain: `${freshWord()}.example` })).data
  const added = (host: string, value: string, ttl: number) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl } })
  await call(record.apply, { domainId: id, changes: [added('old', '192.0.2.1', tooLong), added('inside', '10.0.0.1', 600)], acknowledged: ['private_address'] })
  // A caller checks a domain every three seconds at most.
  await waitFor(() => call(health.run, { id }), { interval: 3_100 })
  const findings = async (): Promise<readonly HealthFindingShown[]> => (await call(health.detail, { id })).data.findings
  const finding = async (code: string) => (await findings()).find((one) => one.code === code)!
  const ttlOfOld = async () => (await call(record.list, { domainId: id, limit: 50 })).data.list.find(({ host }) => host === 'old')!.ttl
  return { domain: (await call(domainCalls.detail, { id })).data, findings, finding, ttlOfOld }
}

/** The same, for tests that leave its records as they are: one domain is checked every three seconds at most. */
let checked: ReturnType<typeof newDomain> | undefined
const checkedDomain = () => (checked ??= newDomain())

test('what mends a finding is seen before it is saved', async () => {
  const { domain, finding, ttlOfOld } = await newDomain()
  const close = vi.fn<() => void>()
  const long = await finding('ttl_too_long')
  const hand = pressed(<FixDialog domain={domain} finding={long} place="old A" onClose={close} />)
  expect(screen.getByRole('heading', { name: text.fixTitle('old A') })).toBeTruthy()
  const becomes = long.fixes!.map((fix) => fix.record!.ttl)[0]!
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `−${text.before}old ${tooLong} IN A 192.0.2.1+${text.after}old ${becomes} IN A 192.0.2.1`,
  ])
  expect(await ttlOfOld()).toBe(tooLong)
  await hand.click(button(text.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await ttlOfOld()).toBe(becomes)
  expect(await finding('ttl_too_long')).toBeUndefined()
})

test('what would mend a record that somebody changed meanwhile is refused in its dialog alone, which stays', async () => {
  const { domain, finding, ttlOfOld } = await newDomain()
  const close = vi.fn<() => void>()
  const hand = pressed(<FixDialog domain={domain} finding={await finding('ttl_too_long')} place="old A" onClose={close} />)
  const { list } = (await call(record.list, { domainId: domain.id, limit: 50 })).data
  const { id, version } = list.find(({ host }) => host === 'old')!
  await call(record.apply, {
    domainId: domain.id,
    changes: [{ op: 'update', id, base: version, record: { host: 'old', type: 'A', value: '192.0.2.1', ttl: 700 } }],
  })
  const before = notices.get()
  await hand.click(button(text.save))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect([notices.get(), close.mock.calls.length, await ttlOfOld()]).toEqual([before, 0, 700])
})

test('what mends a finding can be left to the record editor', async () => {
  const { domain, finding, ttlOfOld } = await checkedDomain()
  const long = await finding('ttl_too_long')
  const close = vi.fn<() => void>()
  const hand = pressed(<FixDialog domain={domain} finding={long} place="old A" onClose={close} />)
  await hand.click(button(text.toPending))
  expect(close).toHaveBeenCalledOnce()
  expect(location.hash).toBe(`#${recordsPath(domain)}`)
  expect(takeHanded(domain.id)).toEqual(long.fixes)
  expect(await ttlOfOld()).toBe(tooLong)
})

test('a finding is ignored with a reason', async () => {
  const { domain, finding } = await checkedDomain()
  const inside = await finding('private_address')
  const close = vi.fn<() => void>()
  const hand = pressed(<IgnoreDialog domainId={domain.id} finding={inside} place="inside A" onClose={close} />)
  expect(screen.getByText(textOfProblem(inside.code, 'zh', inside.params))).toBeTruthy()
  await hand.click(button(text.ignore))
  await screen.findByText(problemText('required', 'zh'))
  await hand.type(screen.getByRole('textbox', { name: new RegExp(`^${healthWords.label('reason', 'zh')}`) }), 'only inside')
  await hand.click(button(text.ignore))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await finding('private_address')).ignored).toMatchObject({ reason: 'only inside', by: 'admin' })
})

test('findings are listed by how bad they are, those that are ignored last', async () => {
  const { findings } = await checkedDomain()
  const done: string[] = []
  const note = (what: string) => (one: HealthFindingShown) => void done.push(`${what} ${one.code}`)
  const ignoredNow = { reason: 'only inside', by: 'admin', time: '2026-11-28T10:00:00.000Z' }
  const all = (await findings()).map((one) => ({ ...one, ignored: one.code === 'private_address' ? ignoredNow : null }))
  const doing = { placeOf: (one: HealthFindingShown) => one.host || text.whole, onFix: note('fix'), onIgnore: note('ignore'), onHeed: note('heed') }
  const hand = pressed(<FindingGroups findings={all} total={all.length + 2} refusal={null} fixRefusal={null} {...doing} />)
  const ignored = screen.getByRole('region', { name: text.groups.ignored('1') })
  expect(screen.getAllByRole('region').at(-1)).toBe(ignored)
  expect(within(ignored).getByText(/only inside · admin/)).toBeTruthy()
  expect(screen.getByText(text.leftOut(all.length, all.length + 2))).toBeTruthy()
  await hand.click(within(ignored).getByRole('button', { name: `${text.heed} inside` }))
  await hand.click(button(`${text.fix} old`))
  await hand.click(button(`${text.ignore} old`))
  expect(done).toEqual(['heed private_address', 'fix ttl_too_long', 'ignore ttl_too_long'])
  // Only somebody who knows the domain can tell what is to be done about the others.
  expect(screen.queryAllByRole('button', { name: new RegExp(`^${text.fix} `) })).toHaveLength(all.filter(({ fixes, ignored: by }) => fixes && !by).length)
})

test('without the permission, findings say why they stay', async () => {
  const { findings } = await checkedDomain()
  const nothing = () => {}
  const doing = { placeOf: (one: HealthFindingShown) => one.host || text.whole, onFix: nothing, onIgnore: nothing, onHeed: nothing }
  pressed(<FindingGroups findings={await findings()} total={1} refusal={text.noRight} fixRefusal={text.locked} {...doing} />)
  const refused = (name: string) => button(name).hasAttribute('disabled') && button(name).title
  expect([refused(`${text.fix} old`), refused(`${text.ignore} old`)]).toEqual([text.locked, text.noRight])
  expect(screen.queryByText(text.leftOut(1, 1))).toBeNull()
})
