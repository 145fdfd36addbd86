import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Ids, jsonOr } from '../paging.ts'
import { plainText } from '../rules.ts'
import { registerProblems } from '../problem-text.ts'

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
    summary: 'List the saved filters of the caller for a list, by name',
    access: 'session',
    users: 'own',
    input: z.object({ screen: ListScreen }),
    reply: z.object({ data: z.object({ list: z.array(SavedFilter) }) }),
  }),
  save: endpoint('POST sys/saved_filter/save', {
    summary: 'Save the filter of a list under a name',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ screen: ListScreen, name: Name, filters: jsonOr(ListFilters) }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['saved_filter_exists', 'saved_filters_full'],
  }),
  update: endpoint('POST sys/saved_filter/update', {
    summary: 'Rename a saved filter, or replace its filter',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ id: Id, name: z.optional(Name), filters: z.optional(jsonOr(ListFilters)) }),
    problems: ['saved_filter_missing', 'saved_filter_exists'],
  }),
  delete: endpoint('POST sys/saved_filter/delete', {
    summary: 'Delete saved filters',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ ids: Ids }),
    problems: ['saved_filter_missing'],
  }),
}

export const problems = {
  saved_filter_missing: { zh: '常用筛选不存在', en: 'Saved filter not found' },
  saved_filter_exists: { zh: '已有同名的常用筛选', en: 'Saved filter name already exists' },
  saved_filter_empty: { zh: '没有可以保存的筛选条件', en: 'No filter to save' },
  saved_filters_full: { zh: '每个列表最多保存 {maximum} 个常用筛选', en: 'At most {maximum, saved filter} per list' },
} as const
registerProblems(problems)

export const auditWords = {
  'saved_filter.create': { zh: '保存常用筛选', en: 'Saved filter created' },
  'saved_filter.update': { zh: '修改常用筛选', en: 'Saved filter changed' },
  'saved_filter.delete': { zh: '删除常用筛选', en: 'Saved filter deleted' },
} as const

export const logWords = { saved_filter: { zh: '常用筛选', en: 'Saved filter' } } as const

export const terms = [
  { zh: '常用筛选', en: 'saved filter', word: 'saved_filter', meaning: 'A filter of a list, saved by an account under a name and visible only to it' },
] as const
