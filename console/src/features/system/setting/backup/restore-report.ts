import type { Reply } from '@nameplane/contract/endpoint'
import type { backup } from '@nameplane/contract/system/backup'

/** What a restore does, or has done. */
export type Report = Reply<typeof backup.import>['data']
