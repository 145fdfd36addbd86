import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Ids, jsonOr } from '../paging.ts'
import { plainText } from '../rules.ts'

/** The list that a saved filter belongs to: its screen's path, with the view where it has several. */
export const ListScreen = z.string().check(z.maxLength(200), z.regex(/^(\/[A-Za-z0-9_{}-]+)+(\?view=[a-z0-9-]+)?$/, 'invalid_value'))

const mostFilters = 20
const inRange = (count: number): boolean => count >= 1 && count <= mostFilters

/** Search parameters of a list's address as the list writes them: filters, `sidx`, `order`. Their meaning is the list's own affair. */
export const ListFilters = z
  .record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'invalid_value')), z.string().check(z.maxLength(255)))
  .check(z.refine((filters: Record<string, string>) => inRange(Object.keys(filters).length), { error: 'saved_filter_empty' }))

export const SavedFilter = z.object({ id: z.number(), name: z.string(), filters: z.record(z.string(), z.string()) })
export type SavedFilter = z.infer<typeof SavedFilter>

const Name = plainText(limits.savedFilterNameLength).check(z.minLength(1, 'required'))

export const savedFilter = {
  list: endpoint('GET sys/saved_filter/list', {
    summary: 'The caller’s own saved filters of a list, by name',
    access: 'session',
    users: 'own',
    input: z.object({ screen: ListScreen }),
    reply: z.object({ data: z.object({ list: z.array(SavedFilter) }) }),
  }),
  save: endpoint('POST sys/saved_filter/save', {
    summary: 'Saves what a list shows under a name of the caller’s own',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ screen: ListScreen, name: Name, filters: jsonOr(ListFilters) }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['saved_filter_exists', 'saved_filters_full'],
  }),
  update: endpoint('POST sys/saved_filter/update', {
    summary: 'Renames a saved filter, or puts another choice under its name',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ id: Id, name: z.optional(Name), filters: z.optional(jsonOr(ListFilters)) }),
    problems: ['saved_filter_missing', 'saved_filter_exists'],
  }),
  delete: endpoint('POST sys/saved_filter/delete', {
    summary: 'Deletes saved filters',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ ids: Ids }),
    problems: ['saved_filter_missing'],
  }),
}
