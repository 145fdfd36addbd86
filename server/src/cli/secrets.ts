import { randomBytes } from 'node:crypto'
import { counted } from '@nameplane/contract/counted'
import { rewrapRootKeys, rotateSecrets } from '../keys/key-rotation.ts'
import { platformActor } from '../access/actor.ts'
import { parseMasterKey } from '../master-key.ts'
import { OperatorProblem } from './operator-problem.ts'
import { withPlatformDatabase } from './platform-database.ts'
import type { Terminal } from './terminal.ts'

const actor = platformActor('command line')

/** Makes a new key and seals every secret with it. */
export async function rotate({ variables, print }: Terminal): Promise<void> {
  const { keyId, resealed, unopened } = await withPlatformDatabase(variables, ({ db, environment }) => rotateSecrets(db, actor, environment, print))
  print(`Sensitive values are encrypted with key ${keyId}. Re-encrypted: ${resealed}.`)
  if (unopened > 0) print(`${counted(unopened, 'sensitive value')} cannot be decrypted with any key of this platform and left unchanged`)
}

/** Puts the keys under another master key. @throws OperatorProblem when none is given and the old one is not the data folder's */
export async function rewrap({ variables, print }: Terminal): Promise<void> {
  const given = variables['NAMEPLANE_NEW_MASTER_KEY'] || null
  const parsed = given === null ? null : parseMasterKey(given)
  if (given !== null && parsed === null) throw new OperatorProblem('NAMEPLANE_NEW_MASTER_KEY must be 32 bytes as 64 hexadecimal digits or Base64')
  if (given === null && variables['NAMEPLANE_MASTER_KEY'])
    throw new OperatorProblem('The master key is set by NAMEPLANE_MASTER_KEY. Set the new one by NAMEPLANE_NEW_MASTER_KEY.')
  const newMasterKey = parsed ?? randomBytes(32)
  const { keys, isInDataFolder } = await withPlatformDatabase(variables, ({ db, environment }) => rewrapRootKeys(db, actor, environment, newMasterKey))
  print(`Data keys re-encrypted with the new master key: ${keys}`)
  print(
    isInDataFolder
      ? 'The new master key is in the data folder. The old one no longer works.'
      : 'From the next start, NAMEPLANE_MASTER_KEY must be the new key. The old one no longer works.',
  )
}
