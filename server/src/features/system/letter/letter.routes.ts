import { letter } from '@nameplane/contract/system/letter'
import { route, type Route } from '../../../http/call.ts'
import { retryLetters, testTemplate } from './letter.service.ts'
import { listLetters } from './letter.store.ts'

export const letterRoutes: Route[] = [
  route(letter.list, async ({ db, input }) => ({ data: await listLetters(db, input) })),
  route(letter.retry, async ({ db, actor, input }) => (await retryLetters(db, actor, input.ids), {})),
  route(letter.test, async ({ db, actor, input, language }) => ({ data: await testTemplate(db, actor, input, language) })),
]
