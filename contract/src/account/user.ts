import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, numeric, pageOf } from '../paging.ts'

/** An account as pickers show it. */
export const AccountName = z.object({ id: z.number(), username: z.string(), kind: z.enum(['administrator', 'user', 'agent']) })
export type AccountName = z.infer<typeof AccountName>

/** Rows of one page of a picker; it has no use for more. */
const pickerRows = 20

export const user = {
  names: endpoint('GET sys/app_user/list/nav', {
    summary: 'Accounts that may own something, by name: what a picker searches, at most 20 a page',
    access: 'user.read',
    input: z.object({
      page: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
      limit: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(pickerRows)), pickerRows),
      /** Part of the name, in any case. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      /** Only this account: how a picker finds the name of what is chosen already. */
      id: z.optional(Id),
    }),
    reply: z.object({ data: pageOf(AccountName) }),
  }),
}
