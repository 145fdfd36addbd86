import { email } from '@nameplane/contract/system/email'
import { route, type Route } from '../../../http/call.ts'
import { retryEmails, testTemplate } from './email.service.ts'
import { listEmails } from './email.store.ts'

export const emailRoutes: Route[] = [
  route(email.list, async ({ db, actor, input }) => ({ data: await listEmails(db, actor.accessScope, input) })),
  route(email.retry, async ({ db, actor, input }) => (await retryEmails(db, actor, input.ids), {})),
  route(email.test, async ({ db, actor, input, language }) => ({ data: await testTemplate(db, actor, input, language) })),
]
