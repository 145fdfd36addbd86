import type { Language } from '@nameplane/contract/problems'
import type { EmailFailure } from '@nameplane/contract/system/email/email-failures'
import type { EmailScenarioKey } from '@nameplane/contract/system/email/email-scenarios'
import type { Db } from '../db/connection.ts'
import { seal } from '../secrets/seal.ts'
import { emailPlace } from '../secrets/sealed-places.ts'
import { daysBefore } from './demo-past.ts'

/** What marks seeded emails: for whom they were written. */
export const demoOrigin = 'seed'

type Owner = { username: string; email: string; language: string | null }
type Planned = {
  daysAgo: number
  scenario: EmailScenarioKey
  owner: number
  about: (owner: Owner) => string
  failure?: EmailFailure
  /** What it was written with, where that is kept: it can be sent again. */
  variables?: (owner: Owner) => Readonly<Record<string, string>>
}

/** What mail servers say (RFC 5321 §4.2), when they take an email and when they do not. */
const replies: Readonly<Partial<Record<EmailFailure | 'none', string>>> = {
  none: '250 2.0.0 Ok: queued',
  recipient_refused: '550 5.1.1 User unknown',
  expired: '452 4.3.1 Insufficient system storage',
}
const expiredAfterMs = 600_000
const sentAfterMs = 1_400

const address = ({ email }: Owner): string => email
const account = ({ username }: Owner): string => username
const [title, text] = ['DNSSEC for your domains', 'You can sign your domains soon. Nothing changes until you enable it.']
const notice = (owner: number, failure?: EmailFailure): Planned => ({
  ...{ daysAgo: 11, scenario: 'message_notice', owner, about: () => title },
  ...(failure ? { failure, variables: ({ username }: Owner) => ({ title, text, username }) } : {}),
})

function plannedEmails(domain: string): readonly Planned[] {
  return [
    { daysAgo: 33.4, scenario: 'registration_known', owner: 0, about: account },
    { daysAgo: 31.2, scenario: 'registration_link', owner: 1, about: address },
    { daysAgo: 24.1, scenario: 'registration_link', owner: 3, about: address },
    { daysAgo: 15.7, scenario: 'reset_code', owner: 2, about: account },
    { daysAgo: 12.3, scenario: 'new_device', owner: 0, about: account },
    ...[notice(0), notice(1), notice(2), notice(3, 'recipient_refused'), notice(4, 'recipient_refused')],
    { daysAgo: 4.8, scenario: 'new_device', owner: 4, about: account },
    { daysAgo: 3.2, scenario: 'domain_wrong_ns', owner: 1, about: () => domain },
    { daysAgo: 1.9, scenario: 'reset_code', owner: 3, about: account, failure: 'expired' },
    { daysAgo: 0.6, scenario: 'new_device', owner: 2, about: account },
  ]
}

/** Emails of five weeks as the delivery log has them: all at their end, so that none of them is sent. */
export async function plantEmails(db: Db, ownerIds: readonly number[], now: Date): Promise<void> {
  const owners = await db
    .selectFrom('account')
    .select(['username', 'email', 'language'])
    .where('id', 'in', [...ownerIds])
    .orderBy('id')
    .execute()
  const wrong = await db.selectFrom('domain').select('name').where('ns_state', '=', 'wrong').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const emails = plannedEmails(wrong.name).map(({ daysAgo, scenario, owner, about, failure, variables }, index) => {
    const to = owners[owner]!
    const at = daysBefore(now, daysAgo)
    const language: Language = to.language === 'en' ? 'en' : 'zh'
    const tookMs = failure === 'expired' ? expiredAfterMs : sentAfterMs
    const state: 'failed' | 'sent' = failure ? 'failed' : 'sent'
    const key = `seed${String(index).padStart(28, '0')}`
    return {
      ...{ key, origin: demoOrigin, variables: variables ? seal(JSON.stringify(variables(to)), emailPlace(key)) : null },
      ...{ scenario, language, recipient: to.email, about: about(to) },
      ...{ state, failure: failure ?? null, reply: replies[failure ?? 'none'] ?? '', tries: failure === 'expired' ? 5 : 1 },
      ...{ created_at: at, due_at: at, finished_at: new Date(at.getTime() + tookMs) },
    }
  })
  await db.insertInto('letter').values(emails).execute()
}
