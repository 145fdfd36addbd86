import type { ChangeSet } from '@nameplane/contract/dns/change-set'

/** Whether a set needs no approval or has it: what nobody approved is not done by trying again what was refused beside it. */
export const isLetThrough = ({ state, approvalUntil, decideTime }: Pick<ChangeSet, 'state' | 'approvalUntil' | 'decideTime'>): boolean =>
  state !== 'awaiting' && state !== 'declined' && state !== 'expired' && (approvalUntil === null || decideTime !== null)
