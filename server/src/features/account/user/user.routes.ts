import { user } from '@nameplane/contract/account/user'
import { fileRoute, route, type Call, type Route } from '../../../http/call.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { sessionCookie, setSessionCookie } from '../session/session.service.ts'
import { endImpersonation, impersonate } from './impersonation.service.ts'
import { importUsers } from './user-import.service.ts'
import { exportCells, exportHeader } from './user-table.ts'
import { changeUser, createUser, removeUsers, requireNewPassword, setUserStatus, tagUsers } from './user.service.ts'
import { listAccountNames, listUsers, listUserTags, usersInBatches } from './user.store.ts'

async function beginImpersonation({ db, actor, input, request, reply }: Call<typeof user.impersonate>) {
  const { account, ...signedIn } = await impersonate(db, actor, input.id)
  setSessionCookie(request, reply, signedIn)
  return { token: signedIn.token, expire: signedIn.expireSeconds, data: account }
}

export const userRoutes: Route[] = [
  route(user.names, async ({ db, actor, input }) => ({ data: await listAccountNames(db, actor.accessScope, input) })),
  route(user.list, async ({ db, actor, input }) => ({ data: await listUsers(db, actor.accessScope, input) })),
  route(user.tags, async ({ db, actor }) => ({ data: await listUserTags(db, actor.accessScope) })),
  route(user.save, async ({ db, actor, input }) => ({ data: { id: await createUser(db, actor, input) } })),
  route(user.update, async ({ db, actor, input }) => (await changeUser(db, actor, input), {})),
  route(user.status, async ({ db, actor, input }) => (await setUserStatus(db, actor, input.ids, input.status), {})),
  route(user.tag, async ({ db, actor, input }) => (await tagUsers(db, actor, input), {})),
  route(user.requirePassword, async ({ db, actor, input }) => (await requireNewPassword(db, actor, input.ids, input.required), {})),
  route(user.delete, async ({ db, actor, input }) => (await removeUsers(db, actor, input.ids), {})),
  route(user.import, async ({ db, actor, input }) => ({ data: await importUsers(db, actor, input) })),
  fileRoute(user.export, async ({ db, actor, input, language }) =>
    tableFile({
      name: language === 'zh' ? '用户' : 'users',
      format: input.format,
      header: exportHeader(language),
      batches: cellsOf(usersInBatches(db, actor.accessScope, input)),
      cutNote: language === 'zh' ? '还有更多用户，请导出为 CSV' : 'More users exist. Export as CSV to get all of them.',
    }),
  ),
  route(user.backLogin, beginImpersonation),
  route(user.impersonate, beginImpersonation),
  route(user.endImpersonation, async ({ db, actor, request, reply }) => {
    const signedIn = await endImpersonation(db, actor)
    if (signedIn) setSessionCookie(request, reply, signedIn)
    else reply.clearCookie(sessionCookie, { path: '/' })
    return { token: signedIn?.token ?? null, expire: signedIn?.expireSeconds ?? null }
  }),
]

async function* cellsOf(batches: ReturnType<typeof usersInBatches>) {
  for await (const rows of batches) yield rows.map(exportCells)
}
