import { menuRow } from '@nameplane/contract/account/menu-row'
import { role } from '@nameplane/contract/account/role'
import type { TestApp } from './app.ts'

/** A role with a member and somebody who is none; two directories of the menu, one with a link that can go. */
export type FixturePower = { roleId: number; memberId: number; otherAdministratorId: number; menuId: number; otherMenuId: number; linkId: number }

/** Makes them beside those that are there already; `name` must be a new one. */
export async function makeFixturePower({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string): Promise<FixturePower> {
  const administrators = await db
    .insertInto('account')
    .values(['member', 'other'].map((who) => ({ username: `${who}-${name}`, type: 1, password_hash: '', language: null })))
    .returning('id')
    .execute()
  const [memberId, otherAdministratorId] = administrators.map((row) => row.id) as [number, number]
  const roleId = (await call(role.save, { name: `keepers of ${name}`, rights: ['domain.read'], dataScope: 'all' })).data.id
  await call(role.addMembers, { id: roleId, accountIds: [memberId] })
  const directory = async (title: string) =>
    (await call(menuRow.save, { kind: 'directory', parentId: null, nameZh: title, nameEn: title, path: `/${name}` })).data.id
  const [menuId, otherMenuId] = [await directory(name), await directory(`other ${name}`)]
  const linkId = (
    await call(menuRow.save, { kind: 'page', parentId: menuId, nameZh: `link ${name}`, nameEn: `link ${name}`, externalUrl: 'https://www.example.com/' })
  ).data.id
  return { roleId, memberId, otherAdministratorId, menuId, otherMenuId, linkId }
}
