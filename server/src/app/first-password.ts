import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { administratorPasswordProblem } from '@nameplane/contract/account/password-rules'
import { problemText } from '@nameplane/contract/problems'
import { platformActor } from '../access/actor.ts'
import { change } from '../changes/change.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { EnvironmentProblem } from '../environment-problem.ts'
import { hashPassword, oneTimePassword } from '../features/account/session/password.ts'

/** The first administrator as printed at a start; `password` only when it was made here. */
export type FirstAdministrator = { username: string; password: string | null }

export const firstAdministratorName = 'admin'

/*
 * The password that is made at the first start is printed at every start until somebody has signed in with it: whoever missed the
 * line is not locked out. Only its hash is kept, so each start makes another one. A digest of that hash in the data folder tells it
 * from a password that somebody chose.
 */

/** Notes that a password which is about to be stored was made by the platform. */
export function notePrintedPassword(dataFolder: string, passwordHash: string): void {
  appendFileSync(pathOf(dataFolder), `${digestOf(passwordHash)}\n`, { mode: 0o600, flush: true })
}

/** Replaces the password of a first administrator who has never signed in; null when somebody has, or chose a password. */
export async function renewPrintedPassword(db: Db, dataFolder: string): Promise<FirstAdministrator | null> {
  const path = pathOf(dataFolder)
  if (!existsSync(path)) return null
  const digests = readFileSync(path, 'utf8').split('\n')
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'password_hash', 'last_sign_in_at'])
    .where('username', '=', firstAdministratorName)
    .executeTakeFirst()
  if (!account || account.last_sign_in_at !== null || !digests.includes(digestOf(account.password_hash))) {
    rmSync(path)
    return null
  }
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  notePrintedPassword(dataFolder, passwordHash)
  return change(db, platformActor('start'), 'account.reset_password', async ({ tx, audit, nothingChanged }) => {
    // Somebody may have signed in, or chosen a password, meanwhile.
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set((row) => ({ password_hash: passwordHash, row_version: row('row_version', '+', 1) }))
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('last_sign_in_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) {
      nothingChanged()
      return null
    }
    audit({ type: 'account', id: account.id, name: account.username, after: { password } })
    return { username: account.username, password }
  })
}

/**
 * Refuses a password for the first administrator that an administrator could not choose, unless a token is given as well: then
 * nobody types it, and it is a script that has chosen both.
 * @throws EnvironmentProblem
 */
export function refuseWeakPassword({ adminPassword, adminToken }: { adminPassword: string | null; adminToken: string | null }, minimum: number): void {
  if (adminPassword === null || adminToken !== null) return
  const problem = administratorPasswordProblem(adminPassword, firstAdministratorName, minimum)
  if (problem) throw new EnvironmentProblem('NAMEPLANE_ADMIN_PASSWORD', `${problemText(problem.code, 'en', problem.params)}.`.replace(/\.+$/, '.'))
}

function pathOf(dataFolder: string): string {
  return join(dataFolder, dataFolderNames.firstPassword)
}

function digestOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex')
}
