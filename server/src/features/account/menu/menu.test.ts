import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { session } from '@nameplane/contract/account/session'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { menu } from '@nameplane/contract/menu'
import type { MenuSeed } from '@nameplane/contract/menu-parts'
import { rights } from '@nameplane/contract/rights'
import { administratorWith, tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { plannedRows, seedMenu } from './menu-seed.ts'
import { routeList } from './menu-sight.ts'
import { readMenu } from './menu.store.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())
// Every test begins with the menu as the platform makes it.
afterEach(async () => {
  await test.db.updateTable('menu').set({ parent_id: null }).execute()
  await test.db.deleteFrom('menu').execute()
  await seedMenu(test.db)
})

const settings = async () => (await test.call(menuRow.list, {})).data.list
const rowOf = async (path: string, kind = 'page') => (await settings()).find((row) => row.path === path && row.kind === kind)!
const directory = (path: string) => rowOf(path, 'directory')
const navigation = async (token?: string): Promise<Reply<typeof session.navigation>> => test.call(session.navigation, {}, token)
const paths = async (token?: string) =>
  (await navigation(token)).menuList.filter((row) => row.kind === 'page' && !row.hidden).map((row) => row.path || row.externalUrl)
const save = async (fields: Partial<Sent<typeof menuRow.save>>) =>
  (await test.call(menuRow.save, { kind: 'page', parentId: (await directory('/dns/domain')).id, nameZh: '新', nameEn: 'new', path: '/new', ...fields })).data.id
/** Changes some fields of a row and sends the others back as they are, as a form does. */
async function update(path: string, fields: Partial<Sent<typeof menuRow.update>>, kind = 'page'): Promise<void> {
  const { id, nameZh, nameEn, icon, right, hidden, externalUrl, cached, feature, customFlag, modes, enabled } = await rowOf(path, kind)
  const modesSent = modes as Sent<typeof menuRow.update>['modes']
  await test.call(menuRow.update, {
    id,
    nameZh,
    nameEn,
    path,
    icon,
    right,
    hidden,
    externalUrl,
    cached,
    feature,
    customFlag,
    modes: modesSent ?? [],
    enabled,
    ...fields,
  })
}

describe('the rows at the start', () => {
  it('are those of the contract, each page in its section and group, in its order', async () => {
    const rows = await settings()
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(new Set(rows.filter((row) => row.kind === 'page').map((row) => row.path))).toEqual(new Set(menu.map((seed) => seed.path)))
    for (const row of rows.filter((one) => one.kind === 'page')) {
      const group = byId.get(row.parentId!)!
      expect([group.kind, row.path === group.path || row.path.startsWith(`${group.path}/`)]).toEqual(['directory', true])
      expect(byId.get(group.parentId!)?.parentId).toBeNull()
    }
    expect(rows.every((row) => row.builtIn && row.nameZh === null)).toBe(true)
  })

  it('can be saved as they are', async () => {
    const before = await settings()
    for (const { kind, path } of before.filter((row) => row.kind !== 'button')) await update(path, {}, kind)
    expect((await settings()).map((row) => ({ ...row, rowVersion: undefined }))).toEqual(before.map((row) => ({ ...row, rowVersion: undefined })))
  })

  it('hold every right somewhere, so that every right can be given', () => {
    const planned = new Set(plannedRows().flatMap((row) => row.right ?? []))
    expect(rights.filter((right) => !planned.has(right))).toEqual([])
  })

  it('are added when they are new, behind those that the list names before them, and nothing else changes', async () => {
    await update('/dns/domain/list', { nameZh: '我的域名', nameEn: 'My domains', hidden: true })
    const before = await settings()
    const first = menu.find((seed) => seed.path === '/dns/domain/list')!
    const seeds: MenuSeed[] = menu.flatMap((seed) => (seed === first ? [seed, { path: '/dns/domain/news', right: 'domain.read', place: 15 }] : [seed]))
    await seedMenu(test.db, [...seeds, { path: '/tools/links/list', right: null, place: 10 }])
    await seedMenu(test.db, [...seeds, { path: '/tools/links/list', right: null, place: 10 }])
    const after = await settings()
    expect(after.filter((row) => before.some((one) => one.id === row.id))).toEqual(before)
    const pages = after.filter((row) => row.kind === 'page').map((row) => row.path)
    expect(pages[pages.indexOf('/dns/domain/list') + 1]).toBe('/dns/domain/news')
    expect(pages.at(-1)).toBe('/tools/links/list')
    expect(after.length - before.length).toBe(6)
  })
})

describe('a row', () => {
  it('is renamed, given a sign, hidden and shown again; an empty name is again the screen’s own', async () => {
    await update('/dns/domain/list', { nameZh: '我的域名', nameEn: 'My domains', icon: 'map', cached: false })
    expect(await rowOf('/dns/domain/list')).toMatchObject({ nameZh: '我的域名', nameEn: 'My domains', icon: 'map', cached: false, rowVersion: 2 })
    expect((await navigation()).menuList.find((row) => row.path === '/dns/domain/list')).toMatchObject({ nameEn: 'My domains', icon: 'map', cached: false })
    await update('/dns/domain/list', { nameZh: '', nameEn: '', hidden: true })
    expect(await rowOf('/dns/domain/list')).toMatchObject({ nameZh: null, nameEn: null, hidden: true, absence: 'hidden' })
  })

  it('that comes with the platform keeps its path and right and cannot be deleted', async () => {
    expect(await refusalOf(update('/dns/domain/list', { right: null }))).toMatchObject({ problem: 'menu_built_in' })
    expect(await refusalOf(update('/dns/domain/list', { path: '/elsewhere', id: (await rowOf('/dns/domain/list')).id }))).toMatchObject({
      problem: 'menu_built_in',
    })
    expect(await refusalOf(update('/dns/domain/list', { externalUrl: 'https://evil.example/' }))).toMatchObject({ problem: 'menu_built_in' })
    expect(await refusalOf(test.call(menuRow.delete, { ids: [(await rowOf('/dns/domain/list')).id] }))).toMatchObject({ problem: 'menu_built_in' })
  })

  it('of an administrator’s own has names and leads somewhere', async () => {
    expect(await refusalOf(save({ nameZh: '' }))).toMatchObject({ problem: 'required', fields: { nameZh: 'required' } })
    expect(await refusalOf(save({ path: '' }))).toMatchObject({ fields: { path: 'required' } })
    const button = await rowOf('/dns/domain/list')
    expect(await refusalOf(save({ kind: 'button', parentId: button.id }))).toMatchObject({ fields: { right: 'required' } })
    const id = await save({ path: '', externalUrl: 'https://graphs.example.net/' })
    expect(await paths()).toContain('https://graphs.example.net/')
    await test.call(menuRow.delete, { ids: [id] })
    expect(await paths()).not.toContain('https://graphs.example.net/')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://files.example'])('leads to no such address: %s', async (externalUrl) => {
    expect(await refusalOf(save({ externalUrl }))).toMatchObject({ fields: { externalUrl: 'invalid_url' } })
  })

  it('names a right that there is, when it is added and when it is changed', async () => {
    const refused = { problem: 'invalid_value', fields: { right: 'invalid_value' } }
    expect(await refusalOf(save({ right: 'nothing.read' }))).toMatchObject(refused)
    await save({ right: 'domain.read' })
    expect(await refusalOf(update('/new', { right: 'nothing.read' }))).toMatchObject(refused)
    await update('/new', { right: 'service_group.read' })
    expect(await rowOf('/new')).toMatchObject({ right: 'service_group.read' })
  })

  it('is changed only as it was seen', async () => {
    await update('/dns/domain/list', { nameZh: '一', nameEn: 'one', rowVersion: 1 })
    expect(await refusalOf(update('/dns/domain/list', { nameZh: '二', nameEn: 'two', rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('with rows below it is deleted only together with them', async () => {
    const parentId = await save({ kind: 'directory', parentId: null, path: '/own' })
    const id = await save({ parentId })
    expect(await refusalOf(test.call(menuRow.delete, { ids: [parentId] }))).toMatchObject({ problem: 'menu_not_empty' })
    await test.call(menuRow.delete, { ids: [parentId, id] })
    expect((await settings()).some((row) => row.id === id)).toBe(false)
  })
})

describe('moving', () => {
  const move = (id: number, parentId: number | null, beforeId?: number | null) => test.call(menuRow.move, { id, parentId, beforeId })
  const order = async (parentId: number | null) =>
    (await settings()).filter((row) => row.parentId === parentId && row.kind === 'directory').map((row) => row.path)

  it('puts a row before another, or last', async () => {
    const [home, dns] = [await directory('/home'), await directory('/dns')]
    const before = await order(null)
    await move(dns.id, null, home.id)
    expect(await order(null)).toEqual(['/dns', ...before.filter((path) => path !== '/dns')])
    await move(dns.id, null)
    expect((await order(null)).at(-1)).toBe('/dns')
  })

  it('takes rights from nobody, whatever is moved where', async () => {
    const { token } = await administratorWith(test, ['domain.read'])
    const page = await rowOf('/dns/domain/list')
    await move(page.id, (await directory('/home')).id)
    const { menuList, permissions } = await navigation(token)
    expect(permissions).toEqual(['domain.read'])
    expect(menuList.map((row) => row.path).slice(0, 2)).toEqual(['/home', '/dns/domain/list'])
  })

  it('refuses what would stand within itself, or where such a row cannot be', async () => {
    const [dns, home, group, page] = [await directory('/dns'), await directory('/home'), await directory('/dns/domain'), await rowOf('/dns/domain/list')]
    for (const [id, parentId] of [
      [dns.id, dns.id],
      [dns.id, group.id],
      [dns.id, home.id],
      [group.id, group.id],
      [group.id, page.id],
      [page.id, page.id],
      [page.id, null],
    ] as const)
      expect(await refusalOf(move(id, parentId)), `${id} below ${parentId}`).toMatchObject({ problem: 'menu_misplaced' })
    expect(await refusalOf(move(page.id, 999_999))).toMatchObject({ problem: 'menu_missing' })
    expect(await refusalOf(move(page.id, group.id, dns.id))).toMatchObject({ problem: 'menu_missing' })
  })

  it('of many at once leaves every row in one place', async () => {
    const ids = (await settings()).filter((row) => row.parentId === null).map((row) => row.id)
    await Promise.all(ids.flatMap((id) => [move(id, null, ids[0] === id ? null : ids[0]), move(id, null)]))
    const rows = await test.db.selectFrom('menu').select(['id', 'position']).where('parent_id', 'is', null).execute()
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(ids))
    expect(new Set(rows.map((row) => row.position)).size).toBe(ids.length)
  })
})

describe('what a caller sees', () => {
  it('is the pages whose right is held, and the directories on the way to them', async () => {
    const { token } = await administratorWith(test, ['service_group.read'])
    // What is everybody's stands further down.
    const ofDns = (await navigation(token)).menuList.filter((row) => !row.path.startsWith('/account'))
    expect(ofDns.map((row) => [row.kind, row.path])).toEqual([
      ['directory', '/dns'],
      ['directory', '/dns/serve'],
      ['page', '/dns/serve/group'],
    ])
    const open = menu.filter((seed) => seed.right === null && !seed.hidden).map((seed) => seed.path)
    expect(new Set(await paths((await administratorWith(test, [])).token))).toEqual(new Set(open))
  })

  it('lists what is hidden as hidden, also below a hidden directory and by the paths hidden from the account', async () => {
    const { token, accountId } = await administratorWith(test, ['domain.read', 'service_group.read'])
    await update('/dns/domain', { hidden: true }, 'directory')
    await test.db
      .updateTable('account')
      .set({ unvalid_model: JSON.stringify(['/dns/serve']) })
      .where('id', '=', accountId)
      .execute()
    const { menuList } = await navigation(token)
    expect(menuList.filter((row) => row.kind === 'page' && row.right).map((row) => [row.path, row.hidden])).toEqual([
      ['/dns/serve/group', true],
      ['/dns/domain/list', true],
      ['/dns/domain/list/admin/{domain}/{id}/{userId}/plan', true],
    ])
    expect(menuList.find((row) => row.path === '/dns')?.hidden).toBe(false)
  })

  it('leaves out what is turned off, with all below it', async () => {
    await update('/dns/serve', { enabled: false }, 'directory')
    expect((await navigation()).menuList.some((row) => row.path.startsWith('/dns/serve'))).toBe(false)
    expect(await rowOf('/dns/serve', 'directory')).toMatchObject({ absence: 'disabled' })
  })

  it.each([
    ['dm', [], false],
    ['dm', ['am', 'rs'], false],
    ['dm', ['dm'], true],
    ['am', ['am'], true],
    ['rs', ['rs'], true],
    ['rs', ['dm'], false],
    ['a-monitor', ['dm'], true],
    ['a-monitor', ['am'], true],
    ['a-monitor', ['rs'], false],
  ] as const)('shows a row of the feature %s with %j: %s', async (feature, exclusiveMode, isShown) => {
    await save({ path: '/flagged', feature })
    await test.call(menuRow.setFeatures, { exclusiveMode: [...exclusiveMode] })
    expect((await paths()).includes('/flagged')).toBe(isShown)
    expect((await test.call(menuRow.features, {})).data).toMatchObject({ exclusiveMode, rewrite: false })
  })

  it('shows a row with a custom flag while its counter is above 0', async () => {
    await save({ path: '/flagged', customFlag: 'other-url' })
    const set = (count: number | null) =>
      test.db
        .updateTable('system_config')
        .set({ param_value: JSON.stringify({ exclusiveMode: [], custom: count === null ? {} : { 'other-url': count } }) })
        .where('param_key', '=', 'PLATFORM_FEATURES')
        .execute()
    await test.call(menuRow.setFeatures, { exclusiveMode: [] })
    for (const [count, isShown] of [
      [null, false],
      [0, false],
      [2, true],
    ] as const) {
      await set(count)
      expect([count, (await paths()).includes('/flagged')]).toEqual([count, isShown])
    }
    // Turning features on and off leaves the counters.
    await test.call(menuRow.setFeatures, { exclusiveMode: ['dm'] })
    expect((await test.call(menuRow.features, {})).data.custom).toEqual({ 'other-url': 2 })
  })

  it.each([
    ['', false],
    ['176', true],
    ['179', true],
    ['tw', false],
  ])('shows a row of the modes 176 and 179 in mode %j: %s', async (mode, isShown) => {
    await save({ path: '/moded', modes: ['176', '179'] })
    const listed = routeList(
      await readMenu(test.db),
      { rights: new Set(), unvalidModel: [] },
      { mode, features: { exclusiveMode: [], rewrite: false, custom: {} } },
    )
    expect(listed.some((row) => row.path === '/moded')).toBe(isShown)
  })

  it('is for an ordinary user what the built-in role says', async () => {
    const { permissions, user } = await navigation(await tokenOfType(test, 2))
    expect([...permissions].sort()).toEqual([
      'custom_line.delete',
      'custom_line.read',
      'custom_line.write',
      'domain.delete',
      'domain.read',
      'domain.write',
      'domain_claim.delete',
      'domain_claim.read',
      'domain_claim.write',
      'line.read',
      'ptr_record.delete',
      'ptr_record.read',
      'ptr_record.write',
      'record.read',
      'record.write',
      'reverse_segment.delete',
      'reverse_segment.read',
      'reverse_segment.write',
    ])
    expect(user.kind).toBe('user')
  })
})

it('leaves audit entries with what changed, and none for what did not', async () => {
  await update('/dns/domain/list', { nameZh: '我的域名', nameEn: 'My domains' })
  await update('/dns/domain/list', {})
  const { id } = await rowOf('/dns/domain/list')
  const entries = await test.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('target_type', '=', 'menu')
    .where('target_id', '=', id)
    .execute()
  expect(entries).toEqual([{ action: 'menu.update', before: { name_zh: null, name_en: null }, after: { name_zh: '我的域名', name_en: 'My domains' } }])
})
