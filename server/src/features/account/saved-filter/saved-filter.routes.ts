import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { route, type Route } from '../../../http/call.ts'
import { changeSavedFilter, createSavedFilter, ownerOf, removeSavedFilters } from './saved-filter.service.ts'
import { listSavedFilters } from './saved-filter.store.ts'

export const savedFilterRoutes: Route[] = [
  route(savedFilter.list, async ({ db, actor, input }) => ({ data: { list: await listSavedFilters(db, ownerOf(actor), input.screen) } })),
  route(savedFilter.save, async ({ db, actor, input }) => ({ data: { id: await createSavedFilter(db, actor, input) } })),
  route(savedFilter.update, async ({ db, actor, input }) => (await changeSavedFilter(db, actor, input), {})),
  route(savedFilter.delete, async ({ db, actor, input }) => (await removeSavedFilters(db, actor, input.ids), {})),
]
