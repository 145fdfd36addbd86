import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Right } from '@nameplane/contract/rights'
import { setting } from '@nameplane/contract/system/setting'
import { settingGroups, settingRight, type SettingGroup } from '@nameplane/contract/system/setting-groups'
import { groupOfScreen, settingScreens } from '@nameplane/contract/system/setting-screens'
import { groupOfKey, settingOf, settings } from '@nameplane/contract/system/settings'
import { menu } from '@nameplane/contract/menu'
import { administratorWith } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { rawCall } from '../support/raw-call.ts'

/*
 * Each page of the configuration has its own rights. Whoever holds those of one, alone, sees and changes what is set there and reaches
 * no other setting by any call: not by number, key, list, history, test or an earlier version.
 */

type Row = { id: number; paramKey: string; versionId: number }

let platform: TestApp
let rows: readonly Row[]

const ownKey = 'own.record'

beforeAll(async () => {
  platform = await createTestApp()
  await platform.call(setting.save, { paramKey: ownKey, paramValue: { member: 'own' } })
  const all = await platform.db.selectFrom('system_config').select(['id', 'param_key']).execute()
  const kept = all.filter(({ param_key }) => param_key === ownKey || settingOf(param_key))
  // A state of each to go back to.
  for (const { id } of kept) await platform.call(setting.update, { id, weight: 7 })
  const versions = await platform.db.selectFrom('system_config_version').select(['id', 'config_id']).orderBy('id').execute()
  rows = kept.map(({ id, param_key }) => ({ id, paramKey: param_key, versionId: versions.findLast((version) => version.config_id === id)!.id }))
})
afterAll(() => platform.close())

const groupOf = ({ paramKey }: Row): SettingGroup => groupOfKey(paramKey)

/** How each call names a setting; those that list name none. */
const namedBy: Readonly<Record<string, ((row: Row) => Record<string, unknown>) | null>> = {
  list: null,
  search: null,
  classes: null,
  view: null,
  info: ({ id }) => ({ id }),
  infoAgain: ({ id }) => ({ id }),
  ofKey: ({ paramKey }) => ({ key: paramKey }),
  history: ({ id }) => ({ id }),
  toggle: ({ id }) => ({ id }),
  toggleSafely: ({ id }) => ({ id }),
  setStatus: ({ id }) => ({ id, status: 0 }),
  setStatusSafely: ({ id }) => ({ id, status: 0 }),
  save: ({ paramKey }) => ({ paramKey, paramValue: {}, weight: 9 }),
  update: ({ id }) => ({ id, weight: 9 }),
  test: ({ paramKey }) => ({ paramKey, paramValue: {}, target: 'somebody@example.org' }),
  restore: ({ id, versionId }) => ({ id, versionId }),
}
const calls = endpoints.filter(({ noun, endpoint }) => noun === 'config' && typeof endpoint.access !== 'string')
const naming = calls.flatMap(({ verb, endpoint }) => {
  const inputOf = namedBy[verb]
  return inputOf ? [{ verb, endpoint, inputOf }] : []
})

const ask = async (endpoint: (typeof calls)[number]['endpoint'], input: unknown, token: string) =>
  (await rawCall(platform.app, endpoint, input, { token })).body
const problemOf = (body: string): string | undefined => (JSON.parse(body) as { problem?: string }).problem
const tokenOf = async (held: readonly Right[]) => (await administratorWith(platform, held)).token
const rightsOf = (group: SettingGroup): Right[] => [settingRight(group, 'read'), settingRight(group, 'write')]

test('every call that one of several rights opens is walked here', () => {
  const several = endpoints.filter(({ endpoint }) => typeof endpoint.access !== 'string')
  expect(several.map(({ noun, verb }) => `${noun}.${verb}`).toSorted()).toEqual(
    // The tree of the menu answers rights by their names only, to whoever gives them to roles or tokens. What is done with a set of changes
    // asks for the right of its kind (change-set-author.test.ts, change-set-watch.test.ts). Addresses of name servers ask for the right to
    // see whose they are (vanity-nameserver.test.ts).
    [
      ...Object.keys(namedBy).map((verb) => `config.${verb}`),
      ...['cancel', 'retry', 'stopWatch', 'undo'].map((verb) => `changeSet.${verb}`),
      ...['site.addPicture', 'menuRow.tree', 'vanityNameserver.addresses'],
    ].toSorted(),
  )
})

test('a setting has the rights of the screen where it is edited, and its tabs and row of the menu the same', () => {
  expect(settings.filter((one) => one.screen === null || one.group !== groupOfScreen(one.screen))).toEqual([])
  for (const screen of settingScreens) {
    if (!('group' in screen)) continue
    expect([screen.path, menu.find(({ path }) => path === screen.path)?.right]).toEqual([screen.path, settingRight(screen.group, 'read')])
  }
  expect(settingGroups.filter((group) => group !== 'custom' && !settings.some((one) => one.group === group))).toEqual([])
})

test('settings that exclude each other have the same rights: switching one on switches the others off', () => {
  for (const one of settings.filter(({ exclusiveGroup }) => exclusiveGroup !== null))
    expect(settings.filter(({ exclusiveGroup }) => exclusiveGroup === one.exclusiveGroup).map(({ group }) => group)).toEqual(
      expect.not.arrayContaining(settingGroups.filter((group) => group !== one.group)),
    )
})

describe.each(settingGroups)('who holds the rights of %s alone', (group) => {
  /** One setting of each other group: those of one group are told apart by nothing. */
  const beyond = () => settingGroups.filter((other) => other !== group).map((other) => rows.find((row) => groupOf(row) === other)!)
  const within = () => rows.filter((row) => groupOf(row) === group)
  const storedOf = async (some: readonly Row[]) =>
    platform.db
      .selectFrom('system_config')
      .selectAll()
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()

  test('is refused every other setting, whichever call names it, and changes nothing', async () => {
    const token = await tokenOf(rightsOf(group))
    const before = await storedOf(beyond())
    for (const row of beyond())
      for (const { verb, endpoint, inputOf } of naming)
        expect([verb, row.paramKey, problemOf(await ask(endpoint, inputOf(row), token))]).toEqual([verb, row.paramKey, 'right_missing'])
    expect(await storedOf(beyond())).toEqual(before)
  })

  test('finds in lists what is theirs, all of it and nothing else', async () => {
    const token = await tokenOf([...rightsOf(group), 'config_overview.read'])
    const mine = within()
      .map(({ paramKey }) => paramKey)
      .toSorted()
    const found = async (call: typeof setting.list) => (await platform.call(call, { limit: 100 }, token)).page
    for (const page of [await found(setting.list), await found(setting.search)])
      expect([page.list.map(({ paramKey }) => paramKey).toSorted(), page.totalCount]).toEqual([mine, mine.length])
    const known = mine.filter((key) => key !== ownKey)
    expect((await platform.call(setting.overview, {}, token)).data.map(({ paramKey }) => paramKey).toSorted()).toEqual(known)
    expect((await platform.call(setting.classes, {}, token)).data.flatMap(({ paramKeys }) => paramKeys).toSorted()).toEqual(known)
    expect(Object.keys((await platform.call(setting.view, {}, token)).data).filter((key) => !mine.includes(key))).toEqual([])
  })

  test('is let in to what is theirs', async () => {
    const [reader, writer] = [await tokenOf([settingRight(group, 'read')]), await tokenOf([settingRight(group, 'write')])]
    for (const row of within())
      for (const { verb, endpoint, inputOf } of naming.filter(({ verb: one }) => !['toggle', 'toggleSafely'].includes(one))) {
        const isRead = endpoint.effect === 'read'
        const [ofReader, ofWriter] = [problemOf(await ask(endpoint, inputOf(row), reader)), problemOf(await ask(endpoint, inputOf(row), writer))]
        expect([verb, row.paramKey, ofReader === 'right_missing', ofWriter === 'right_missing']).toEqual([verb, row.paramKey, !isRead, isRead])
      }
  })

  test('makes no record of another group, and deletes none', async () => {
    const token = await tokenOf(rightsOf(group))
    if (group !== 'custom') expect(problemOf(await ask(setting.save, { paramKey: `new.of.${group}`, paramValue: {} }, token))).toBe('right_missing')
    for (const { id } of rows) expect(problemOf(await ask(setting.delete, { ids: String(id) }, token))).toBe('right_missing')
  })
})

test('who may delete records of administrators’ own deletes no setting of the platform, nor sees any', async () => {
  const token = await tokenOf(['config_custom.delete'])
  const known = rows.filter(({ paramKey }) => paramKey !== ownKey)
  for (const { id } of known) expect(problemOf(await ask(setting.delete, { ids: String(id) }, token))).toBe('config_built_in')
  expect(problemOf(await ask(setting.list, {}, token))).toBe('right_missing')
})

test('an image of the site is sent in by who may change the site, or the QR code of WeChat', async () => {
  const picture = endpoints.find(({ noun, verb }) => noun === 'site' && verb === 'addPicture')!.endpoint
  const problems = []
  for (const group of ['site', 'wechat', 'email'] as const) problems.push(problemOf(await ask(picture, {}, await tokenOf([settingRight(group, 'write')]))))
  expect(problems.map((problem) => problem === 'right_missing')).toEqual([false, false, true])
})
