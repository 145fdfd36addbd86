import type { Reply } from '@nameplane/contract/endpoint'
import type { licence } from '@nameplane/contract/home/licence'

/** What the licence page shows. */
export type LicenceDetail = Reply<typeof licence.detail>['data']
