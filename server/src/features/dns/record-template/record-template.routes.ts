import { recordTemplate } from '@nameplane/contract/dns/record-template'
import { route, type Route } from '../../../http/call.ts'
import { changeTemplate, createTemplate, readTemplate, removeTemplates } from './record-template.service.ts'
import { listTemplates } from './record-template.store.ts'

export const recordTemplateRoutes: Route[] = [
  route(recordTemplate.list, async ({ db, input }) => ({ data: await listTemplates(db, input) })),
  route(recordTemplate.detail, async ({ db, input }) => ({ data: await readTemplate(db, input.id) })),
  route(recordTemplate.save, async ({ db, actor, input }) => ({ data: { id: await createTemplate(db, actor, input) } })),
  route(recordTemplate.update, async ({ db, actor, input }) => (await changeTemplate(db, actor, input), {})),
  route(recordTemplate.delete, async ({ db, actor, input }) => (await removeTemplates(db, actor, input.ids), {})),
]
