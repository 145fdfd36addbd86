import { apiToken } from '@nameplane/contract/account/api-token'
import { route, type Route } from '../../../http/call.ts'
import { changeApiToken, createApiToken, removeApiTokens } from './api-token.service.ts'
import { listApiTokens } from './api-token.store.ts'

export const apiTokenRoutes: Route[] = [
  route(apiToken.list, async ({ db, actor, input }) => ({ data: await listApiTokens(db, actor, input) })),
  route(apiToken.save, async ({ db, actor, input }) => ({ data: await createApiToken(db, actor, input) })),
  route(apiToken.update, async ({ db, actor, input }) => (await changeApiToken(db, actor, input), {})),
  route(apiToken.delete, async ({ db, actor, input }) => (await removeApiTokens(db, actor, input.ids), {})),
]
