import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** Number sent as a query parameter or form field; keeps its type for the caller. */
export const numeric = () => z.coerce.number<number>()

/** A positive integer id, however it was sent. */
export const Id = numeric().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))

/** Number of a saved state, as versions and row versions are counted: from 1, in 31 bits. */
export const Version = numeric().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))

/** One or more ids: an array, or the comma-joined string of the spec's calls. */
export const Ids = z.pipe(
  z.union(
    [
      z.array(Id),
      z.pipe(
        z.string().check(z.regex(/^(\d{1,16}(,\d{1,16})*)?$/, 'invalid_ids')),
        z.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
      ),
    ],
    'invalid_ids',
  ),
  z.array(Id).check(z.minLength(1, 'nothing_selected'), z.maxLength(limits.bulkIds, 'too_many_ids')),
)

/** `page` from 1 and `limit` ≤ 200, `sidx` among the listed columns only, `order` asc or desc. */
export function listQuery<const Column extends string, Shape extends z.core.$ZodLooseShape>(columns: readonly [Column, ...Column[]], filters: Shape) {
  return z.object({
    page: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(limits.maxPageSize)), limits.defaultPageSize),
    sidx: z.optional(z.enum(columns as unknown as [Column, ...Column[]])),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    ...filters,
  })
}

/**
 * A page of rows as every list but that of settings answers it: `data: { list, totalCount }`. Rows are counted up to
 * `limits.countedRows`: where there are more, that is the total, and `isTotalExact` says so; otherwise it is absent.
 */
export function pageOf<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ list: z.array(row), totalCount: z.number(), isTotalExact: z.optional(z.literal(false)) })
}

/** A page of settings, which the spec answers in a manner of its own. */
export function pagedSettings<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ page: z.object({ list: z.array(row), totalCount: z.number(), pageSize: z.number(), currPage: z.number(), totalPage: z.number() }) })
}

/** A yes/no sent as 0 or 1, true or false. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.enum(['0', '1', 'true', 'false']), z.literal(0), z.literal(1)]),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
)

/** A list that may be empty: an array, or texts joined by commas as a form sends it. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, maximum: number) =>
  z.pipe(
    z.union(
      [
        z.array(item),
        z.pipe(
          z.string().check(z.regex(/^[\w.,]*$/, 'invalid_value')),
          z.pipe(
            z.transform((text: string) => (text === '' ? [] : text.split(',')) as z.input<Item>[]),
            z.array(item),
          ),
        ),
      ],
      'invalid_value',
    ),
    z.array(z.unknown() as unknown as z.core.$ZodType<z.output<Item>, z.output<Item>>).check(z.maxLength(maximum)),
  )

/** A JSON member that a form-encoded caller sends as text. */
export function jsonOr<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => {
      if (typeof value !== 'string') return value
      try {
        return JSON.parse(value) as unknown
      } catch {
        return value
      }
    }),
    schema,
  )
}
