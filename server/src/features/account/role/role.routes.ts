import { role } from '@nameplane/contract/account/role'
import { rightNames, rights, rightsOfDomains, rightsOpeningAll } from '@nameplane/contract/rights'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { changeMembers, changeRole, copyRole, createRole, removeRoles, userRights } from './role.service.ts'
import { assignableRoles, findRole, listMembers, listRoles, menuIdsOf } from './role.store.ts'

export const roleRoutes: Route[] = [
  route(role.list, async ({ db, actor, input }) => ({ data: await listRoles(db, actor, input) })),
  route(role.detail, async ({ db, actor, input }) => {
    const found = await findRole(db, actor, input.id)
    if (!found) throw new Problem('role_missing')
    return { data: { ...found, menuIds: await menuIdsOf(db, found.rights) } }
  }),
  route(role.rights, () =>
    Promise.resolve({
      data: rights.map((right) => ({
        right,
        title: rightNames[right],
        isForUsers: userRights.has(right),
        opensAll: rightsOpeningAll.has(right),
        ofDomains: rightsOfDomains.has(right),
      })),
    }),
  ),
  route(role.select, async ({ db, actor }) => ({ data: await assignableRoles(db, actor) })),
  route(role.save, async ({ db, actor, input }) => ({ data: { id: await createRole(db, actor, input) } })),
  route(role.update, async ({ db, actor, input }) => (await changeRole(db, actor, input), {})),
  route(role.copy, async ({ db, actor, input }) => ({ data: { id: await copyRole(db, actor, input) } })),
  route(role.delete, async ({ db, actor, input }) => (await removeRoles(db, actor, input), {})),
  route(role.members, async ({ db, actor, input }) => {
    if (!(await findRole(db, actor, input.id))) throw new Problem('role_missing')
    return { data: await listMembers(db, input) }
  }),
  route(role.addMembers, async ({ db, actor, input }) => (await changeMembers(db, actor, input, true), {})),
  route(role.removeMembers, async ({ db, actor, input }) => (await changeMembers(db, actor, input, false), {})),
]
