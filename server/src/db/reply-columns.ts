import type * as z from 'zod/mini'
import { columnOf, type ColumnOf } from './column-names.ts'

/** The columns of a table under the names of a reply's members: `account.created_at as createTime`. */
export type ReplyColumns<Table extends string, Name extends string> = { [Each in Name]: `${Table}.${ColumnOf<Each>} as ${Each}` }[Name][]

/**
 * What to select so that the rows are the contract's already: each member of the reply is the column of its name. Members that
 * are something else are named in `byHand`, and selected or computed beside it. A member without a column, and a column of
 * another type than the reply's, do not compile.
 * @example db.selectFrom('account').select(columnsFor('account', User, ['language'])).select(languageOrEmpty)
 */
export function columnsFor<Table extends string, Shape extends z.core.$ZodShape, ByHand extends keyof Shape & string = never>(
  table: Table,
  reply: z.core.$ZodObject<Shape>,
  byHand: readonly ByHand[] = [],
): ReplyColumns<Table, Exclude<keyof Shape & string, ByHand>> {
  const computed: ReadonlySet<string> = new Set(byHand)
  const names = Object.keys(reply._zod.def.shape).filter((name): name is Exclude<keyof Shape & string, ByHand> => !computed.has(name))
  return names.map((name) => `${table}.${columnOf(name)} as ${name}` as const)
}
