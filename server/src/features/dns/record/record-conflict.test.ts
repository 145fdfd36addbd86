import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { proofLength } from '../../../../../tests/support/proof-length.ts'
import { adding, findingsOf, newTestDomain, recordOf, refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const update = (id: number, text: string, base?: number) => ({ op: 'update' as const, id, record: recordOf(text), ...(base === undefined ? {} : { base }) })

it('of two editors of one record the second is shown the first one’s row, and nothing of the second is saved', async () => {
  const { add, apply, records, version } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  const seen = await version()
  await apply([update(id!, 'www A 192.0.2.2')], { version: seen })
  const refusal = await refusalOf(apply([adding('new A 192.0.2.1'), update(id!, 'www A 192.0.2.3')], { version: seen }))
  expect(refusal).toMatchObject({
    problem: 'records_conflict',
    params: { count: 1, version: seen + 1, conflicts: [{ change: 1, id, current: { value: '192.0.2.2', version: seen + 1, updatedBy: 'admin' } }] },
  })
  expect(await records()).toEqual(['www 600 A 192.0.2.2'])
})

it('a record that somebody deleted meanwhile is a conflict without a row', async () => {
  const { add, apply, version } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  const seen = await version()
  await apply([{ op: 'delete', id: id! }])
  expect(await refusalOf(apply([update(id!, 'www A 192.0.2.3')], { version: seen }))).toMatchObject({
    problem: 'records_conflict',
    params: { conflicts: [{ change: 0, id, current: null }] },
  })
  expect(await refusalOf(apply([{ op: 'delete', id: id! }], { version: seen }))).toMatchObject({ problem: 'records_conflict' })
  expect(findingsOf(await refusalOf(apply([{ op: 'delete', id: id! }])))).toEqual(['0 error record_missing'])
})

it('changes of others to other records merge', async () => {
  const { add, apply, records, version } = await newTestDomain(test)
  const [first, second] = await add('a A 192.0.2.1', 'b A 192.0.2.1')
  const seen = await version()
  await apply([update(first!, 'a A 192.0.2.2')], { version: seen })
  await apply([update(second!, 'b A 192.0.2.2'), adding('c A 192.0.2.1')], { version: seen })
  expect(await records()).toEqual(['a 600 A 192.0.2.2', 'b 600 A 192.0.2.2', 'c 600 A 192.0.2.1'])
})

it('two editors cannot make a clash together that neither made alone', async () => {
  const { apply, version, records } = await newTestDomain(test)
  const seen = await version()
  await apply([adding('www A 192.0.2.1')], { version: seen })
  expect(findingsOf(await refusalOf(apply([adding('www CNAME a.test.')], { version: seen })))).toEqual(['0 error cname_conflict'])
  expect(await records()).toEqual(['www 600 A 192.0.2.1'])
})

it('the version a row was seen in counts more than the domain’s', async () => {
  const { add, apply, version } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  const seen = await version()
  const { version: mine } = await apply([update(id!, 'www A 192.0.2.2', seen)], { version: seen })
  // The editor's page is still of `seen`, but this row it knows newer.
  await apply([update(id!, 'www A 192.0.2.3', mine)], { version: seen })
  expect(await refusalOf(apply([update(id!, 'www A 192.0.2.4', mine)], { version: 1_000 }))).toMatchObject({ problem: 'records_conflict' })
})

it('without a version the last save wins', async () => {
  const { add, apply, records } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  await apply([update(id!, 'www A 192.0.2.2')])
  await apply([update(id!, 'www A 192.0.2.3')])
  expect(await records()).toEqual(['www 600 A 192.0.2.3'])
})

it('a dry run tells the conflicts and the findings together', async () => {
  const { add, apply, version } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  const seen = await version()
  await apply([update(id!, 'www A 192.0.2.2')])
  const told = await apply([update(id!, 'www A 192.0.2.3'), adding('@ CNAME a.test.')], { version: seen, dryRun: true })
  expect(told.conflicts).toMatchObject([{ change: 0, id, current: { value: '192.0.2.2' } }])
  expect(findingsOf(told)).toEqual(['1 error cname_at_apex'])
})

it.each([2, 5, 10])('of %i editors who save at once exactly one wins, and no update is lost', async (editors) => {
  const { add, apply, records, version } = await newTestDomain(test)
  const [id] = await add('www A 192.0.2.1')
  for (let race = 0; race < proofLength({ full: 20, part: 5 }); race += 1) {
    const seen = await version()
    const outcomes = await Promise.all(
      Array.from({ length: editors }, (_, editor) =>
        apply([update(id!, `www A 198.51.${race}.${editor}`)], { version: seen }).then(
          (saved) => saved.records[0]!.value,
          async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
        ),
      ),
    )
    const winners = outcomes.filter((outcome) => outcome.startsWith('198.'))
    expect(winners).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'records_conflict')).toHaveLength(editors - 1)
    expect(await records()).toEqual([`www 600 A ${winners[0]}`])
  }
})

it('adds of many editors at once are all kept, each in a version of its own', async () => {
  const { apply, records } = await newTestDomain(test)
  const saved = await Promise.all(Array.from({ length: 8 }, (_, editor) => apply([adding(`h${editor} A 192.0.2.1`)])))
  expect(new Set(saved.map((one) => one.version)).size).toBe(8)
  expect(await records()).toHaveLength(8)
})
