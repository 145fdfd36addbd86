import * as z from 'zod/mini'

/** A text in both languages, as replies carry it where a browser does not know the words itself. */
export const BothLanguages = z.object({ zh: z.string(), en: z.string() })
