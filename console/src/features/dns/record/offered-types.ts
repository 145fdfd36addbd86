import { recordTypes } from '@nameplane/dns-text/record-types'

/** Types that the editor offers by name; any other is typed as TYPEnnn. */
export const offeredTypes: readonly string[] = recordTypes.filter((type) => type.userEditable).map((type) => type.mnemonic)
