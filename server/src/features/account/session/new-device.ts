import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { queueEmails } from '../../../integrations/email/email-queue.ts'

/** How long a browser and a network stay known. */
const knownDays = 180

/**
 * Writes to the account when its sign-ins have not been seen with this browser from this network. The first sign-in of an
 * account tells nobody anything. The letter is sent once the session is there.
 */
export async function tellOfNewDevice(tx: Tx, actor: Actor, account: { id: number; username: string }): Promise<void> {
  const earlier = await tx
    .selectFrom('sign_in_attempt')
    .select(['address', 'agent'])
    .where('account_id', '=', account.id)
    .where('result', '=', 'ok')
    .where('at', '>', new Date(Date.now() - knownDays * 86_400_000))
    .distinct()
    .limit(500)
    .execute()
  if (earlier.length === 0 || earlier.some((one) => one.agent === actor.agent && networkOf(one.address) === networkOf(actor.address))) return
  const { email, language } = await tx.selectFrom('account').select(['email', 'language']).where('id', '=', account.id).executeTakeFirstOrThrow()
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const variables = { username: account.username, address: actor.address, agent: actor.agent.slice(0, 200), time }
  await queueEmails(tx, [
    { scenario: 'new_device', to: email, language: language === 'en' ? 'en' : 'zh', variables, about: account.username, lifeSeconds: 86_400 },
  ])
}

/** The network of an address, as far as a provider gives one household another address of it: IPv4 /24, IPv6 /48. */
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')
}
