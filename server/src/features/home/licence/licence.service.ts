import { cpus, hostname, totalmem } from 'node:os'
import { endpoints } from '@nameplane/contract/endpoints'
import { moduleWords } from '@nameplane/contract/log-words'
import type { licence as calls } from '@nameplane/contract/home/licence'
import type { Answered } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { readKeyFiles } from '../update/trusted-keys.ts'
import { sizesIn } from './folder-size.ts'
import { licenceKeyFolder } from './licence-limits.ts'
import { countUse, databaseFacts, installedNodes, readKeptLicence, writeKeptLicence } from './licence.store.ts'
import { readLicence } from './signed-licence.ts'

/** What runs, since when, and where its data lies. */
export type Installed = { version: string; startedAt: Date; databaseKind: 'embedded' | 'external'; dataFolder: string; now: () => Date }

type Detail = Answered<typeof calls.detail>['data']

/** Edition, licence, use and what is installed. Paths of this machine are for those who may change the licence. */
export async function licenceDetail(db: Db, actor: Actor, installed: Installed): Promise<Detail> {
  const keys = await readKeyFiles(licenceKeyFolder())
  const kept = await readKeptLicence(db)
  const read = kept && readLicence(kept.file, keys, installed.now())
  const use = await countUse(db)
  const database = await databaseFacts(db)
  const mayWrite = actor.rights.has('licence.write')
  const modules = [...new Set(endpoints.map(({ noun }) => noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))]
  // An expired licence still says whose it is; its limits are not in force, since nothing can be added at all.
  const statement = read?.statement ?? null
  return {
    edition: statement ? statement.edition : 'community',
    licence: kept && {
      licence: statement?.licence ?? '',
      holder: statement?.holder ?? '',
      issued: statement?.issued ?? '',
      expires: statement?.expires ?? null,
      key: read?.signer ? { file: read.signer.file, fingerprint: read.signer.fingerprint } : null,
      uploadTime: kept.uploadedAt,
      problem: read?.problem ?? null,
    },
    use: {
      domains: { used: use.domains, limit: statement?.maxDomains ?? null },
      nodes: { used: use.nodes, limit: statement?.maxNodes ?? null },
      records: use.records,
      users: use.users,
      administrators: use.administrators,
    },
    installed: {
      version: installed.version,
      modules,
      moduleNames: modules.map(moduleWords),
      node: process.version,
      postgresql: database.version,
      databaseKind: installed.databaseKind,
      databaseBytes: database.bytes,
      startTime: installed.startedAt,
      host: { name: hostname(), platform: `${process.platform} ${process.arch}`, cores: cpus().length, memoryBytes: totalmem() },
      nodes: await installedNodes(db),
      dataFolder: await sizesIn(installed.dataFolder),
      path: mayWrite ? installed.dataFolder : null,
      keyFolder: mayWrite ? licenceKeyFolder() : null,
    },
    keys: keys.map(({ file, fingerprint, unusable }) => ({ file, fingerprint, unusable })),
  }
}

/** Keeps a licence that a trusted publisher has signed, in place of the one before. */
export async function uploadLicence(db: Db, actor: Actor, file: string, now: Date): Promise<void> {
  const { statement, signer, problem } = readLicence(file, await readKeyFiles(licenceKeyFolder()), now)
  if (problem || !statement || !signer) throw new Problem(problem ?? 'licence_file_invalid', { fields: { file: problem ?? 'licence_file_invalid' } })
  await change(db, actor, 'licence.upload', async ({ tx, audit }) => {
    await writeKeptLicence(tx, file)
    audit({ type: 'licence', id: null, name: statement.licence, after: { ...statement, signer: signer.file, fingerprint: signer.fingerprint } })
  })
}

/** Back to the community edition. */
export async function removeLicence(db: Db, actor: Actor, now: Date): Promise<void> {
  await change(db, actor, 'licence.remove', async ({ tx, audit }) => {
    const kept = await readKeptLicence(tx)
    if (!kept) throw new Problem('licence_missing')
    const { statement } = readLicence(kept.file, await readKeyFiles(licenceKeyFolder()), now)
    await writeKeptLicence(tx, null)
    audit({ type: 'licence', id: null, name: statement?.licence ?? '', before: statement ?? { licence: '' } })
  })
}
