import * as z from 'zod/mini'
import { declareSetting } from '../setting-declaration.ts'

/** `typed`: whoever makes a large change types how many records it changes. `second_administrator`: another one approves it. */
export const largeChangeConfirmations = ['typed', 'second_administrator'] as const

/** What is asked before a large part of a domain changes or goes, or a delegation does. */
export const LargeChanges = z.object({ confirmation: z._default(z.enum(largeChangeConfirmations), 'typed') })
export type LargeChanges = z.infer<typeof LargeChanges>

export const largeChanges = declareSetting('LARGE_CHANGES', {
  class: 'login',
  remark: { zh: '影响较大的修改', en: 'Large changes' },
  value: LargeChanges,
  names: { confirmation: { zh: '影响较大的修改', en: 'Large changes require' } },
  screen: '/system/config/login',
  readBy: 'bulk operations and saves of records that change a large part of a domain, or a delegation',
})
