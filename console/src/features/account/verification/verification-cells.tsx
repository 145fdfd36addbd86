import type { ReactNode } from 'react'
import type { Verification, VerificationState } from '@nameplane/contract/account/verification'
import { textsIn } from '../../../i18n/messages.ts'
import type { Language } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { verificationMessages } from './verification.messages.ts'

const tones: Readonly<Record<VerificationState, Tone>> = { pending: 'warning', passed: 'good', failed: 'bad', expired: 'neutral' }

export function stateBadge(state: VerificationState, language: Language): ReactNode {
  return <Badge tone={tones[state]} text={textsIn(verificationMessages, language).choices.state[state]} />
}

/** Why it is not passed: an administrator's words as they are, a provider's code in words where there are some. */
export function reasonText({ reason, decidedBy }: Pick<Verification, 'reason' | 'decidedBy'>, language: Language): string {
  const { reasons, providerCode } = textsIn(verificationMessages, language)
  if (reason === '' || decidedBy !== '') return reason
  return Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : providerCode(reason)
}
