import { registration as calls } from '@nameplane/contract/account/registration'
import type { Received } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { refuseTaken } from '../account/account-rules.ts'
import { insertAccount } from '../account/account.store.ts'
import { useCaptcha } from '../session/captcha.ts'
import { readLoginRules } from '../session/login-rules.ts'
import { hashPassword } from '../session/password.ts'
import { countTry } from '../session/sign-in-failures.ts'

/** Accounts that one address may open within an hour. */
const accountsPerHour = 10
const hour = { windowSeconds: 3600, lockSeconds: 3600 }
const ordinaryUser = 2

/** Opens an account for whoever asks, while the sign-in rules let them. */
async function register(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<void> {
  const rules = await readLoginRules(db)
  if (!rules.registration) throw new Problem('registration_closed')
  if (!(await useCaptcha(db, sent.uuid, sent.captcha))) throw new Problem('captcha_wrong', { fields: { captcha: 'captcha_wrong' } })
  if (!(await countTry(db, `register:${actor.address}`, accountsPerHour, { ...rules, ...hour }))) throw new Problem('registration_too_often')
  const { username, email } = sent
  const passwordHash = await hashPassword(sent.password)
  await change(db, { ...actor, name: actor.name || username }, 'user.register', async ({ tx, audit }) => {
    await refuseTaken(tx, { username, email }, null)
    const id = await insertAccount(tx, { username, email, type: ordinaryUser }, passwordHash)
    audit({ type: 'user', id, name: username, after: { username, email } })
  })
}

export const registrationRoutes: Route[] = [
  route(calls.form, async ({ db }) => ({ data: { isOpen: (await readLoginRules(db)).registration } })),
  route(calls.save, async ({ db, actor, input }) => (await register(db, actor, input), {})),
]
