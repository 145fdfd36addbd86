import * as z from 'zod/mini'
import type * as nouns from './nouns.ts'

type Nouns = typeof nouns
type RightsOf<Noun> = Noun extends { readonly rights: infer Rights } ? keyof Rights : never

/** Every right of the platform: `<noun>.read` to look, `<noun>.write` to add and change, `<noun>.delete` to delete. Each noun declares its own. */
export type Right = { [Noun in keyof Nouns]: RightsOf<Nouns[Noun]> }[keyof Nouns]

/** A right as it travels. Which rights there are the server says: a browser loads the nouns of its screens, never all of them. */
export const RightName = z.pipe(
  z.string().check(z.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, 'invalid_value')),
  z.transform((text: string) => text as Right),
)
