import * as z from 'zod/mini'

/** One text alone is no list in a form. */
export function listOfTexts<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)),
    schema,
  )
}
