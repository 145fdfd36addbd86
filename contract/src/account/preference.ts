import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, jsonOr, numeric } from '../paging.ts'
import { limits, tablePreferenceDefaults } from '../limits.ts'

const Key = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'invalid_value'))
const few = <Value extends z.core.$ZodType>(value: Value, count: number) =>
  z.record(Key, value).check(z.refine((entries: Record<string, unknown>) => Object.keys(entries).length <= count, { error: 'invalid_value' }))
const Switch = numeric().check(z.int(), z.minimum(0), z.maximum(1))

/** How all tables look to one account (spec points 3 and 9), and which columns each shows in which order. */
export const TablePreference = z.object({
  stripe: z._default(Switch, tablePreferenceDefaults.stripe),
  border: z._default(Switch, tablePreferenceDefaults.border),
  size: z._default(z.enum(['small', 'medium', 'large']), tablePreferenceDefaults.size),
  align: z._default(z.enum(['left', 'center', 'right']), tablePreferenceDefaults.align),
  /** One of `limits.pageSizes`. */
  pagesize: z._default(
    numeric().check(z.refine((size: number) => (limits.pageSizes as readonly number[]).includes(size), { error: 'invalid_value' })),
    tablePreferenceDefaults.pagesize,
  ),
  /** By table, by column: shown or hidden against the table's own defaults. */
  columns: z._default(few(few(z.boolean(), 60), 100), {}),
  /** By table: keys of its columns, first to last; columns not named follow in their own order. */
  order: z._default(few(z.array(Key).check(z.maxLength(60)), 100), {}),
})
export type TablePreference = z.infer<typeof TablePreference>

/** Whether the dashboard leaves the first steps of a new platform out for one account. */
export const FirstStepsPreference = z.object({ isHidden: Flag })

export const preference = {
  table: endpoint('GET sys/preference/table', {
    summary: 'Get the table preferences of the caller, or null if there are none',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.nullable(TablePreference) }),
  }),
  saveTable: endpoint('POST sys/preference/table/save', {
    summary: 'Save the table preferences of the caller',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ preference: jsonOr(TablePreference) }),
  }),
  firstSteps: endpoint('GET sys/preference/first_steps', {
    summary: 'Check whether the caller hides the first steps of a new platform',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.object({ isHidden: z.boolean() }) }),
  }),
  saveFirstSteps: endpoint('POST sys/preference/first_steps/save', {
    summary: 'Hide the first steps of a new platform for the caller, or show them again',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: FirstStepsPreference,
  }),
}

export const auditWords = { 'preference.update': { zh: '修改界面偏好', en: 'Preferences changed' } } as const

export const logWords = { preference: { zh: '偏好设置', en: 'Preferences' } } as const

export const terms = [
  {
    zh: '界面偏好',
    en: 'preference',
    word: 'preference',
    meaning: 'Table settings of an account, and whether it hides the first steps, stored on the server for every browser',
  },
] as const
