import { furtherTypes } from '@nameplane/dns-text/further-types'
import { recordTypes } from '@nameplane/dns-text/record-types'

/** Types that the editor offers by name; any other is typed as TYPEnnn. */
export const offeredTypes: readonly string[] = recordTypes.filter((type) => type.userEditable).map((type) => type.mnemonic)

const further = new Set<string>(furtherTypes.map((type) => type.mnemonic))

/** The same in the two groups of a choice: those that most zones have, and the others. */
export const [commonTypes, rareTypes]: readonly [readonly string[], readonly string[]] = [
  offeredTypes.filter((type) => !further.has(type)),
  offeredTypes.filter((type) => further.has(type)),
]
