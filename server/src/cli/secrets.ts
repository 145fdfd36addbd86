import { randomBytes } from 'node:crypto'
import { rewrapRootKeys, rotateSecrets } from '../changes/key-rotation.ts'
import { platformActor } from '../http/call.ts'
import { parseMasterKey } from '../master-key.ts'
import { OperatorProblem } from './operator-problem.ts'
import { withPlatformDatabase } from './platform-database.ts'
import type { Terminal } from './terminal.ts'

const actor = platformActor('command line')

/** Makes a new key and seals every secret with it. */
export async function rotate({ variables, print }: Terminal): Promise<void> {
  const { keyId, resealed, unopened } = await withPlatformDatabase(variables, ({ db, environment }) => rotateSecrets(db, actor, environment, print))
  print(`Secrets are sealed with key ${keyId}; sealed anew: ${resealed}.`)
  if (unopened > 0) print(`${unopened} secrets do not open with any key of this platform and were left as they are.`)
}

/** Puts the keys under another master key. @throws OperatorProblem when none is given and the old one is not the data folder's */
export async function rewrap({ variables, print }: Terminal): Promise<void> {
  const given = variables['NAMEPLANE_NEW_MASTER_KEY'] || null
  const parsed = given === null ? null : parseMasterKey(given)
  if (given !== null && parsed === null) throw new OperatorProblem('NAMEPLANE_NEW_MASTER_KEY: the key must be 32 bytes as 64 hexadecimal digits or as base64')
  if (given === null && variables['NAMEPLANE_MASTER_KEY'])
    throw new OperatorProblem('the master key is given by NAMEPLANE_MASTER_KEY; give the new one by NAMEPLANE_NEW_MASTER_KEY')
  const newMasterKey = parsed ?? randomBytes(32)
  const { keys, isInDataFolder } = await withPlatformDatabase(variables, ({ db, environment }) => rewrapRootKeys(db, actor, environment, newMasterKey))
  print(`Keys under the new master key: ${keys}.`)
  print(
    isInDataFolder
      ? 'The new master key is in the data folder; the old one opens nothing any more.'
      : 'From the next start on, NAMEPLANE_MASTER_KEY must be the new key; the old one opens nothing any more.',
  )
}
