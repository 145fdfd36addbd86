import { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { resetLoginRules, writeLoginRules } from '../features/account/session/login-rules.ts'
import { forgetAllLocks } from '../features/account/session/sign-in-failures.ts'
import { platformActor } from '../access/actor.ts'
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

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** How each rule is read from the command line; null when the value is none of its. */
const readers: Readonly<Record<string, { title: string; takes: string; read: (db: Db, value: string) => Promise<Partial<LoginRules>> }>> = {
  captcha: { title: 'Captcha', takes: 'always, never or after-failures', read: async (_db, value) => ({ captcha: LoginRules.shape.captcha.parse(value) }) },
  'second-factor-roles': {
    title: 'Roles that require two-factor authentication',
    takes: 'role names, super for super administrators, or none',
    read: async (db, value) => ({ secondFactorRoles: value === 'none' ? [] : await Promise.all(listed(value).map((name) => roleIdOf(db, name))) }),
  },
  'administrator-networks': {
    title: 'Administrator networks',
    takes: 'networks such as 192.0.2.0/24, or any',
    read: async (_db, value) => ({ administratorNetworks: LoginRules.shape.administratorNetworks.parse(value === 'any' ? [] : listed(value)) }),
  },
  'passkey-hosts': {
    title: 'Passkey hosts',
    takes: 'host names, or any',
    read: async (_db, value) => ({ passkeyHosts: LoginRules.shape.passkeyHosts.parse(value === 'any' ? [] : listed(value.toLowerCase())) }),
  },
}

async function roleIdOf(db: Db, name: string): Promise<number> {
  if (name === 'super') return 0
  const role = await db.selectFrom('role').select('id').where('name', '=', name).executeTakeFirst()
  if (!role) throw new UsageProblem(`Role not found: ${name}`)
  return role.id
}

/** Sets a rule, which running servers read at each sign-in; answers what it is called. */
export async function setRule(db: Db, rule: string, value: string): Promise<string> {
  const reader = readers[rule]
  if (!reader) throw new UsageProblem(`Unknown rule: ${rule}. Available: ${Object.keys(readers).join(', ')}`)
  let changed: Partial<LoginRules>
  try {
    changed = await reader.read(db, value)
  } catch (cause) {
    if (cause instanceof UsageProblem) throw cause
    throw new UsageProblem(`${rule} requires ${reader.takes}, not ${value}`)
  }
  await change(db, platformActor('command line'), 'login_rules.update', async ({ tx, audit }) => {
    const { id, before, after } = await writeLoginRules(tx, changed)
    audit({ ...target, id, before, after })
  })
  return reader.title
}
