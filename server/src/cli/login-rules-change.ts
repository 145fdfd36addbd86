import { LoginRules } from '@nameplane/contract/account/session'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { resetLoginRules, writeLoginRules } from '../features/account/session/login-rules.ts'
import { forgetAllLocks } from '../features/account/session/sign-in-failures.ts'
import { platformActor } from '../http/call.ts'
import { UsageProblem } from './operator-problem.ts'

const target = { type: 'system_config', name: 'LOGIN_CONFIG' } as const

/** Back to the defaults; failed sign-ins are forgotten and their locks lifted, so that whoever is locked out gets in again. */
export async function resetRules(db: Db): Promise<{ locksLifted: number }> {
  return change(db, platformActor('command line'), 'login_rules.reset', async ({ tx, audit }) => {
    const { id, before, after } = await resetLoginRules(tx)
    const locksLifted = await forgetAllLocks(tx)
    audit({ ...target, id, before, after: { ...after, locksLifted } })
    return { locksLifted }
  })
}

/** Sets when the sign-in form asks for a captcha; servers read the rule at each sign-in. */
export async function setCaptchaRule(db: Db, value: string): Promise<void> {
  const captcha = LoginRules.shape.captcha.safeParse(value)
  if (!captcha.success) throw new UsageProblem(`captcha is always, never or after-failures, not ${value}`)
  await change(db, platformActor('command line'), 'login_rules.update', async ({ tx, audit }) => {
    const { id, before, after } = await writeLoginRules(tx, { captcha: captcha.data })
    audit({ ...target, id, before, after })
  })
}
