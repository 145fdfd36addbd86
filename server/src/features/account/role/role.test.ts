import { afterAll, describe, expect, it } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { session } from '@nameplane/contract/account/session'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { rights, type Right } from '@nameplane/contract/rights'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { administratorWith, tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

const test = await createTestApp()
afterAll(() => test.close())

let made = 0
const newName = (): string => `role ${(made += 1)}`
const save = async (fields: Partial<Sent<typeof role.save>> = {}, token?: string) =>
  (await test.call(role.save, { name: newName(), rights: ['domain.read'], dataScope: 'all', ...fields }, token)).data.id
const detail = async (id: number) => (await test.call(role.detail, { id })).data
const newGroup = async () => {
  const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
  return (await test.call(serviceGroup.save, { name: newName(), ...servers })).data.id
}

describe('a role', () => {
  it('is saved, shown, changed, copied and deleted', async () => {
    const groupId = await newGroup()
    const id = await save({
      name: 'editors',
      description: 'of records',
      rights: ['record.write', 'record.read'],
      dataScope: 'groups',
      serviceGroupIds: [groupId],
    })
    expect(await detail(id)).toMatchObject({
      name: 'editors',
      description: 'of records',
      rights: ['record.read', 'record.write'],
      dataScope: 'groups',
      serviceGroupIds: [groupId],
      builtIn: false,
      memberCount: 0,
      isWithin: true,
    })
    await test.call(role.update, {
      id,
      name: 'readers',
      description: 'of records',
      rights: ['record.read'],
      dataScope: 'own',
      serviceGroupIds: [groupId],
      rowVersion: 1,
    })
    expect(await detail(id)).toMatchObject({ name: 'readers', rights: ['record.read'], dataScope: 'own', serviceGroupIds: [], rowVersion: 2 })
    const copy = (await test.call(role.copy, { id, name: 'more readers' })).data.id
    expect(await detail(copy)).toMatchObject({ name: 'more readers', description: 'of records', rights: ['record.read'], dataScope: 'own', memberCount: 0 })
    await test.call(role.delete, { ids: [id, copy] })
    expect(await refusalOf(detail(id))).toMatchObject({ problem: 'role_missing' })
  })

  it('takes the rights of the menu rows that are ticked, and shows the rows of its rights', async () => {
    const rows = await test.db.selectFrom('menu').select(['id', 'right']).where('right', 'in', ['domain.read', 'domain.write']).execute()
    const id = await save({ rights: [], menuIds: rows.map((row) => row.id) })
    expect(await detail(id)).toMatchObject({ rights: ['domain.read', 'domain.write'], menuIds: rows.map((row) => row.id).sort((a, b) => a - b) })
    expect(await refusalOf(save({ menuIds: [999_999] }))).toMatchObject({ problem: 'menu_missing' })
  })

  it('has a name that no other has', async () => {
    const id = await save({ name: 'taken' })
    const other = await save()
    expect(await refusalOf(save({ name: 'taken' }))).toMatchObject({ problem: 'role_exists', fields: { name: 'role_exists' } })
    expect(await refusalOf(test.call(role.update, { id: other, name: 'taken', dataScope: 'all' }))).toMatchObject({ problem: 'role_exists' })
    expect(await refusalOf(test.call(role.copy, { id, name: 'taken' }))).toMatchObject({ problem: 'role_exists' })
  })

  it('reaches groups that exist, and at least one', async () => {
    expect(await refusalOf(save({ dataScope: 'groups' }))).toMatchObject({ problem: 'nothing_reached' })
    expect(await refusalOf(save({ dataScope: 'groups', serviceGroupIds: [999_999] }))).toMatchObject({ problem: 'service_group_missing' })
  })

  it('is changed only as it was seen', async () => {
    const id = await save()
    await test.call(role.update, { id, name: newName(), dataScope: 'all', rowVersion: 1 })
    expect(await refusalOf(test.call(role.update, { id, name: newName(), dataScope: 'all', rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('with members is deleted only when that is said', async () => {
    const id = await save()
    const { accountId } = await administratorWith(test, [])
    await test.call(role.addMembers, { id, accountIds: [accountId] })
    expect(await refusalOf(test.call(role.delete, { ids: [id] }))).toMatchObject({ problem: 'role_in_use', params: { count: 1 } })
    await test.call(role.delete, { ids: [id], withMembers: true })
  })

  it('is found by its name or description, page by page', async () => {
    await save({ name: 'needle one' })
    await save({ description: 'another needle' })
    const { data } = await test.call(role.list, { search: 'needle', limit: 1, sidx: 'createTime', order: 'asc' })
    expect([data.totalCount, data.list.map((row) => row.name)]).toEqual([2, ['needle one']])
  })
})

describe('members', () => {
  it('are administrators, given and taken one by one or together', async () => {
    const id = await save()
    const [one, two] = [await administratorWith(test, []), await administratorWith(test, [])]
    await test.call(role.addMembers, { id, accountIds: [one.accountId, two.accountId] })
    await test.call(role.addMembers, { id, accountIds: [one.accountId] })
    const members = async (isMember: boolean) => (await test.call(role.members, { id, isMember, limit: 200 })).data.list.map((row) => row.id)
    expect(new Set(await members(true))).toEqual(new Set([one.accountId, two.accountId]))
    expect(await members(false)).not.toContain(one.accountId)
    await test.call(role.removeMembers, { id, accountIds: [one.accountId] })
    expect(await members(true)).toEqual([two.accountId])
    const user = await test.db
      .insertInto('account')
      .values({ username: 'a-user', type: 2, password_hash: '', language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refusalOf(test.call(role.addMembers, { id, accountIds: [two.accountId, user.id] }))).toMatchObject({ problem: 'account_missing' })
  })

  it('may at once what their role says, and no more at once when it says less', async () => {
    const id = await save({ rights: ['domain.read'] })
    const { token, accountId } = await administratorWith(test, [])
    expect(await refusalOf(test.call(domain.list, {}, token))).toMatchObject({ problem: 'right_missing' })
    await test.call(role.addMembers, { id, accountIds: [accountId] })
    await test.call(domain.list, {}, token)
    await test.call(role.update, { id, name: newName(), rights: ['record.read'], dataScope: 'all' })
    expect(await refusalOf(test.call(domain.list, {}, token))).toMatchObject({ problem: 'right_missing' })
    await test.call(role.update, { id, name: newName(), rights: ['domain.read'], dataScope: 'all' })
    await test.call(domain.list, {}, token)
    await test.call(role.removeMembers, { id, accountIds: [accountId] })
    expect(await refusalOf(test.call(domain.list, {}, token))).toMatchObject({ problem: 'right_missing' })
  })
})

describe('an administrator who is not super', () => {
  const keeperRights: Right[] = ['role.read', 'role.write', 'role.delete', 'domain.read', 'domain.write']

  it('creates and copies roles within the own rights only', async () => {
    const { token } = await administratorWith(test, keeperRights)
    const id = await save({ rights: ['domain.read'] }, token)
    expect(await refusalOf(save({ rights: ['domain.read', 'admin.write'] }, token))).toMatchObject({
      problem: 'role_beyond_own',
      params: { rights: ['admin.write'] },
    })
    await test.call(role.copy, { id, name: newName() }, token)
    const strong = await save({ rights: ['admin.write'] })
    expect(await refusalOf(test.call(role.copy, { id: strong, name: newName() }, token))).toMatchObject({ problem: 'role_beyond_own' })
  })

  it('neither strengthens a role beyond the own rights nor touches a stronger one', async () => {
    const { token, accountId } = await administratorWith(test, keeperRights)
    const [weak, strong] = [await save(), await save({ rights: [...rights] })]
    const update = (id: number, held: Right[]) => test.call(role.update, { id, name: newName(), rights: held, dataScope: 'all' }, token)
    await update(weak, ['domain.write'])
    for (const call of [
      () => update(weak, ['user.impersonate']),
      () => update(strong, ['domain.read']),
      () => test.call(role.delete, { ids: [strong] }, token),
      () => test.call(role.addMembers, { id: strong, accountIds: [accountId] }, token),
      () => test.call(role.removeMembers, { id: strong, accountIds: [accountId] }, token),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'role_beyond_own' })
    expect((await test.call(role.list, { limit: 200 }, token)).data.list.find((row) => row.id === strong)).toMatchObject({ isWithin: false })
  })

  it('hands a right out no further than it reaches', async () => {
    const [mine, other] = [await newGroup(), await newGroup()]
    const { token } = await administratorWith(test, keeperRights, { dataScope: 'groups', serviceGroupIds: [mine] })
    const of = (serviceGroupIds: number[]) => save({ rights: ['domain.read'], dataScope: 'groups', serviceGroupIds }, token)
    await of([mine])
    for (const call of [() => of([mine, other]), () => save({ dataScope: 'all' }, token), () => save({ dataScope: 'own' }, token)])
      expect(await refusalOf(call())).toMatchObject({ problem: 'role_beyond_own' })
  })

  it('gains nothing by holding a wide right in one role and another right in a narrow one', async () => {
    const group = await newGroup()
    const { token, accountId } = await administratorWith(test, ['domain.read', 'role.read', 'role.write'])
    const narrow = await save({ rights: ['domain.write'], dataScope: 'groups', serviceGroupIds: [group] })
    await test.call(role.addMembers, { id: narrow, accountIds: [accountId] })
    const { id } = (await test.call(domain.save, { domain: 'outside.example' })).data
    await test.call(domain.detail, { id }, token)
    expect(await refusalOf(test.call(domain.update, { id, remark: 'x' }, token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(save({ rights: ['domain.write'], dataScope: 'all' }, token))).toMatchObject({ problem: 'role_beyond_own' })
  })
})

describe('the built-in role of ordinary users', () => {
  const userRole = async () => (await test.call(role.list, { search: 'user', limit: 200 })).data.list.find((row) => row.builtIn)!

  it('keeps its name, its reach and its place', async () => {
    const { id } = await userRole()
    for (const call of [
      () => test.call(role.update, { id, name: 'customers', rights: ['domain.read'], dataScope: 'own' }),
      () => test.call(role.update, { id, name: 'user', rights: ['domain.read'], dataScope: 'all' }),
      () => test.call(role.delete, { ids: [id] }),
      () => test.call(role.addMembers, { id, accountIds: [1] }),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'role_built_in' })
    expect((await test.call(role.select, {})).data.map((row) => row.id)).not.toContain(id)
  })

  it('says what users may, of what is open to users, at once', async () => {
    const { id, rights: before } = await userRole()
    const user = await tokenOfType(test, 2)
    await test.call(domain.list, {}, user)
    await test.call(role.update, { id, name: 'user', rights: ['record.read'], dataScope: 'own' })
    expect(await refusalOf(test.call(domain.list, {}, user))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(role.update, { id, name: 'user', rights: ['admin.read'], dataScope: 'own' }))).toMatchObject({
      problem: 'right_not_for_users',
      params: { rights: ['admin.read'] },
    })
    await test.call(role.update, { id, name: 'user', rights: before, dataScope: 'own' })
    await test.call(domain.list, {}, user)
  })
})

describe('seeing the console as a role', () => {
  const seenAs = async (endpoint: Parameters<typeof rawCall>[1], input: object, id: number | string, token = test.adminToken) =>
    (await rawCall(test.app, endpoint, input, { token, headers: { 'as-role': String(id) } })).json<{
      problem?: string
      permissions?: string[]
      data?: { totalCount: number }
    }>()

  it('shows what the role shows, and changes nothing', async () => {
    const id = await save({ name: 'lookers', rights: ['domain.read'], dataScope: 'own' })
    const nav = await seenAs(session.navigation, {}, id)
    expect(nav).toMatchObject({ permissions: ['domain.read'], seenAs: { id, name: 'lookers' }, user: { isSuper: false } })
    const own = await save({ rights: ['domain.read', 'domain.write'], dataScope: 'own' })
    expect(await seenAs(domain.save, { domain: 'preview.example' }, own)).toMatchObject({ problem: 'seen_as_role' })
    expect(await seenAs(record.list, { domainId: 1 }, id)).toMatchObject({ problem: 'right_missing' })
  })

  it('never grants more than the caller holds, nor reaches further', async () => {
    const [group, other] = [await newGroup(), await newGroup()]
    await test.call(domain.save, { domain: 'in-group.example', serviceGroupId: group })
    await test.call(domain.save, { domain: 'in-other.example', serviceGroupId: other })
    const { token } = await administratorWith(test, ['role.read', 'domain.read'], { dataScope: 'groups', serviceGroupIds: [group] })
    const everything = await save({ rights: [...rights], dataScope: 'all' })
    expect((await seenAs(session.navigation, {}, everything, token)).permissions?.sort()).toEqual(['domain.read', 'role.read'])
    expect((await seenAs(domain.list, {}, everything, token)).data?.totalCount).toBe(1)
    const both = await save({ rights: ['domain.read'], dataScope: 'groups', serviceGroupIds: [other] })
    expect((await seenAs(domain.list, {}, both, token)).data?.totalCount).toBe(0)
  })

  it('is for administrators who see roles, and for roles that are there', async () => {
    const id = await save()
    const { token } = await administratorWith(test, ['domain.read'])
    expect(await seenAs(session.navigation, {}, id, token)).toMatchObject({ problem: 'right_missing' })
    expect(await seenAs(session.navigation, {}, id, await tokenOfType(test, 2))).toMatchObject({ problem: 'right_missing' })
    for (const wrong of [999_999, '', '1; drop table role', '-1', '1e3'])
      expect(await seenAs(session.navigation, {}, wrong)).toMatchObject({ problem: 'role_missing' })
  })
})

it('leaves audit entries with what changed', async () => {
  const id = await save({ name: 'audited' })
  await test.call(role.update, { id, name: 'audited', rights: ['record.read'], dataScope: 'own' })
  const { accountId } = await administratorWith(test, [])
  await test.call(role.addMembers, { id, accountIds: [accountId] })
  await test.call(role.removeMembers, { id, accountIds: [accountId] })
  await test.call(role.delete, { ids: [id] })
  const entries = await trailOf(test, 'role', id)
  expect(entries.map((entry) => entry.action)).toEqual(['role.create', 'role.update', 'role.add_members', 'role.remove_members', 'role.delete'])
  expect(entries[1]).toMatchObject({ before: { rights: ['domain.read'], dataScope: 'all' }, after: { rights: ['record.read'], dataScope: 'own' } })
})
