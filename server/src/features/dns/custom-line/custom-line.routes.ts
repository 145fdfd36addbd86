import { customLine } from '@nameplane/contract/dns/custom-line'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { addCustomLine, changeCustomLine, deleteCustomLines } from './custom-line.service.ts'
import { listCustomLines } from './custom-line.store.ts'

export const customLineRoutes: Route[] = [
  route(customLine.list, async ({ db, actor, input }) => {
    const data = await listCustomLines(db, actor.accessScope, input)
    if (!data) throw new Problem('domain_missing')
    return { data }
  }),
  route(customLine.save, async ({ db, actor, input }) => ({ data: await addCustomLine(db, actor, input) })),
  route(customLine.update, async ({ db, actor, input }) => (await changeCustomLine(db, actor, input), {})),
  route(customLine.delete, async ({ db, actor, input }) => (await deleteCustomLines(db, actor, input.ids), {})),
]
