import { furtherTypes } from '@nameplane/dns-text/further-types'
import { recordTypes, typeByMnemonic } from '@nameplane/dns-text/record-types'

/** Types that the editor offers by name; any other is typed as TYPEnnn. */
export const offeredTypes: readonly string[] = recordTypes.filter((type) => type.userEditable).map((type) => type.mnemonic)

const further = new Set<string>(furtherTypes.map((type) => type.mnemonic))

/** Types that a client asks for: those of the platform itself are in no answer. */
export const askedTypes: readonly string[] = offeredTypes.filter((type) => typeByMnemonic(type)?.isPlatformType !== true)

/** What a client asks for to be given what comes of a record of this type. */
export function askedType(type: string): string {
  return typeByMnemonic(type)?.isPlatformType === true ? 'A' : type
}

/** The offered ones in the two groups of a choice: those that most zones have, and the others. */
export const [commonTypes, rareTypes]: readonly [readonly string[], readonly string[]] = [
  offeredTypes.filter((type) => !further.has(type)),
  offeredTypes.filter((type) => further.has(type)),
]
