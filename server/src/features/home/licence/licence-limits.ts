import { join } from 'node:path'
import { lockName } from '../../../changes/change.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import type { Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readKeyFiles } from '../update/trusted-keys.ts'
import { countUse, readKeptLicence } from './licence.store.ts'
import { readLicence } from './signed-licence.ts'

let keyFolder: string | null = null

/** Says where the publishers' keys lie; until then a kept licence is signed by nobody. */
export function setLicenceKeyFolder(dataFolder: string): void {
  keyFolder = join(dataFolder, dataFolderNames.licenceKeys)
}

/** The folder of the publishers' keys. */
export function licenceKeyFolder(): string {
  if (keyFolder === null) throw new Error('the folder of licence keys is not set')
  return keyFolder
}

/**
 * Refuses what would bring the platform beyond its licence: so many domains more, while it has too many nodes, or while the
 * licence does not count. Without a licence nothing is limited. Called before the domains are there; whoever adds others at
 * the same time waits.
 */
export async function requireRoomForDomains(tx: Tx, added: number): Promise<void> {
  const kept = await readKeptLicence(tx)
  if (!kept) return
  const { statement, problem } = readLicence(kept.file, await readKeyFiles(licenceKeyFolder()), new Date())
  if (problem || !statement) throw new Problem(problem === 'licence_expired' ? 'licence_expired' : 'licence_invalid')
  if (statement.maxDomains === null && statement.maxNodes === null) return
  await lockName(tx, 'licence')
  const use = await countUse(tx)
  if (statement.maxNodes !== null && use.nodes > statement.maxNodes)
    throw new Problem('licence_nodes_exceeded', { params: { used: use.nodes, limit: statement.maxNodes } })
  if (statement.maxDomains !== null && use.domains + added > statement.maxDomains)
    throw new Problem('licence_domains_reached', { params: { limit: statement.maxDomains } })
}
