import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '@nameplane/contract/counted'
import { setAuditKey } from '../audit/audit.ts'
import { rootKeyWithoutDatabase } from '../keys/data-keys.ts'
import { readAnchors, writeAnchor, type Anchors } from '../audit/audit-anchors.ts'
import { auditLines, verifyExport } from '../audit/audit-export.ts'
import { verifyEntries, type AuditBreak } from '../audit/audit-verification.ts'
import { dataFolderNames } from '../data-folder.ts'
import { readEnvironment } from '../environment.ts'
import type { Terminal } from './terminal.ts'
import { OperatorProblem } from './operator-problem.ts'
import { withPlatformDatabase } from './platform-database.ts'

const reasons: Readonly<Record<AuditBreak['reason'], string>> = {
  changed: 'changed or moved after it was written',
  missing: 'one or more entries missing',
  tail: 'later entries proven by an anchor are missing',
  anchor: 'contradicts its anchor, the end of the trail was rewritten',
  start: 'the start of the trail was not written by this platform',
}

const entriesOfStretch = 50_000

/** Verifies the trail in the database against the anchors in the data folder; answers whether it is whole. */
export async function verifyTrail({ variables, print }: Terminal): Promise<boolean> {
  return withPlatformDatabase(variables, async ({ db, environment }) => {
    const anchors = await readAnchors(join(environment.dataFolder, dataFolderNames.auditAnchors))
    let entries = 0
    for (let afterId = 0; ;) {
      const stretch = await verifyEntries(db, { afterId, limit: entriesOfStretch, anchored: anchors.anchored })
      entries += stretch.entries
      afterId = stretch.last.id
      if (stretch.isEnd) return verdict(print, entries, stretch.broken, anchors)
      print(`${counted(entries, 'entry', 'entries')} verified so far`)
    }
  })
}

/** Verifies an exported file with the key and the anchors of the data folder; needs no database. */
export async function verifyTrailFile(file: string, { variables, print }: Terminal): Promise<boolean> {
  if (!existsSync(file)) throw new OperatorProblem(`File not found: ${file}`)
  const environment = readEnvironment(variables)
  setAuditKey(rootKeyWithoutDatabase(environment))
  const anchors = await readAnchors(join(environment.dataFolder, dataFolderNames.auditAnchors))
  const verified = await verifyExport(createReadStream(file), anchors.anchored)
  if (!verified) throw new OperatorProblem(`Not an exported audit trail: ${file}`)
  print(`Exported ${verified.at}`)
  if (verified.isCut) print('The signed last line is missing or invalid. The file was truncated or changed.')
  return verdict(print, verified.entries, verified.broken, anchors) && !verified.isCut
}

function verdict(print: (line: string) => void, entries: number, broken: AuditBreak | null, anchors: Anchors): boolean {
  if (broken) print(`Broken at entry ${broken.id}: ${reasons[broken.reason]}. ${counted(entries, 'entry', 'entries')} before it intact.`)
  else print(`Intact: ${counted(entries, 'entry', 'entries')}`)
  if (anchors.lastAt) print(`Latest anchor: entry ${anchors.lastId}, ${anchors.lastAt.toISOString()}`)
  else print('No anchor yet. A truncated end would not be detected.')
  if (anchors.forgedLines.length > 0) print(`Lines of the anchor file not signed by this platform: ${anchors.forgedLines.join(', ')}`)
  return broken === null && anchors.forgedLines.length === 0
}

/** Writes the trail to a file that can be verified without a database, and an anchor for its end; answers the number of entries. */
export async function exportTrail(file: string, { variables }: Terminal): Promise<number> {
  if (existsSync(file)) throw new OperatorProblem(`${file} already exists`)
  return withPlatformDatabase(variables, async ({ db, environment }) => {
    const now = new Date()
    await writeAnchor(db, join(environment.dataFolder, dataFolderNames.auditAnchors), now)
    const draft = `${file}.part`
    const handle = await open(draft, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
      throw new OperatorProblem(`${draft} cannot be written (${cause.code ?? cause.message})`)
    })
    let lines = 0
    try {
      for await (const line of auditLines(db, now)) {
        await handle.write(line)
        lines += 1
      }
      await handle.sync()
    } catch (cause) {
      await rm(draft, { force: true })
      throw cause
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    // The first line and the last one are not entries.
    return lines - 2
  })
}
