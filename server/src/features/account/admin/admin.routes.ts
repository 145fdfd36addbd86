import { admin } from '@nameplane/contract/account/admin'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { changePassword } from './admin-password.service.ts'
import { changeAdmin, createAdmin, removeAdmins, setAdminStatus } from './admin.service.ts'
import { findAccountInfo, listAdmins } from './admin.store.ts'

export const adminRoutes: Route[] = [
  route(admin.info, async ({ db, actor, input }) => {
    const isOwn = input.id === undefined || input.id === actor.accountId
    if (!isOwn && (actor.kind !== 'administrator' || !actor.rights.has('admin.read'))) throw new Problem('right_missing')
    const found = await findAccountInfo(db, input.id ?? actor.accountId!)
    if (!found || (!isOwn && found.kind !== 'administrator')) throw new Problem('account_missing')
    return { data: found }
  }),
  route(admin.list, async ({ db, input }) => ({ data: await listAdmins(db, input) })),
  route(admin.save, async ({ db, actor, input }) => ({ data: { id: await createAdmin(db, actor, input) } })),
  route(admin.update, async ({ db, actor, input }) => (await changeAdmin(db, actor, input), {})),
  route(admin.status, async ({ db, actor, input }) => (await setAdminStatus(db, actor, input.ids, input.status), {})),
  route(admin.delete, async ({ db, actor, input }) => (await removeAdmins(db, actor, input.ids), {})),
  route(admin.password, async ({ db, actor, input }) => ({ data: { sessionsEnded: await changePassword(db, actor, input) } })),
]
