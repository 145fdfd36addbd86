import type { CompiledQuery } from 'kysely'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import { zoneTextsOf, type ZoneText, type ZoneTexts, type ZoneSource } from '@nameplane/contract/dns/zone-texts'
import type { Received } from '@nameplane/contract/endpoint'
import type { LineName } from '@nameplane/dns-text/record-text/line-names'
import type { Db, Tx } from '../../../db/connection.ts'
import { Threads } from '../../../http/large-body/threads.ts'
import { Problem } from '../../../problem.ts'
import { planImportInto } from '../record/import/record-import.service.ts'
import type { RecordWork } from './record-work.ts'

type Sent = Received<typeof calls.recordImport>

/** How the texts of a set are imported. */
export type ImportAsked = Pick<Sent, 'mode' | 'skipRefused' | 'createMissing' | 'userId' | 'serviceGroupId'>

/** The text of a domain, by its place in the set. */
type TextAt = (db: Db, position: number) => Promise<Omit<ZoneText, 'domain'>>

/** The same for a domain as the import of one (record-import.service.ts), with the lines of the source that its text came from. */
export function importWork({ mode, skipRefused }: Pick<ImportAsked, 'mode' | 'skipRefused'>, textAt: TextAt): RecordWork {
  return {
    lines: [],
    async plan(db, domain, position) {
      const { source, format, text, lineNumbers } = await textAt(db, position)
      const { writes, findings, unchanged } = await planImportInto(db, domain, { text, format }, { mode, skipRefused })
      const placed = findings.map((finding) => ({
        ...finding,
        lineNumber: finding.lineNumber && (lineNumbers?.[finding.lineNumber - 1] ?? finding.lineNumber),
      }))
      const isSkipped = ({ severity }: { severity: string }): boolean => skipRefused && severity === 'error'
      return { writes, unchanged, source, findings: placed.filter((finding) => !isSkipped(finding)), skipped: placed.filter(isSkipped) }
    },
  }
}

/** A set is read again domain by domain, each with its own text. */
export const storedTextsOf =
  (changeSetId: number): TextAt =>
  async (db, position) => {
    const row = await db
      .selectFrom('change_set_text')
      .select(['source', 'format', 'text', 'line_numbers as lineNumbers'])
      .where('change_set_id', '=', changeSetId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!row) throw new Problem('import_text_gone')
    return row
  }

const storedAtOnce = 50

export async function storeTexts(tx: Tx, changeSetId: number, texts: readonly ZoneText[]): Promise<void> {
  for (let from = 0; from < texts.length; from += storedAtOnce)
    await tx
      .insertInto('change_set_text')
      .values(
        texts
          .slice(from, from + storedAtOnce)
          .map(({ source, format, text, lineNumbers }, index) => ({
            change_set_id: changeSetId,
            position: from + index + 1,
            source,
            format,
            text,
            line_numbers: lineNumbers,
          })),
      )
      .execute()
}

/** What is done needs its text no more. */
export function forgettingText(tx: Tx, changeSetId: number, position: number): CompiledQuery {
  return tx.deleteFrom('change_set_text').where('change_set_id', '=', changeSetId).where('position', '=', position).compile()
}

export type TextsToCut = { sources: readonly ZoneSource[]; lines: readonly LineName[] }

/** Texts up to this many characters are cut at once: a thread takes longer to start. */
const cutAtOnce = 200_000

const threads = new Threads<TextsToCut, ZoneTexts>(new URL('./zone-texts.worker.ts', import.meta.url), {
  most: 1,
  memoryMegabytes: 1024,
  patienceMs: 60_000,
  idleMs: 10_000,
})

/** Cuts texts into those of domains; large ones in a thread of their own, so that others are answered meanwhile. */
export async function cutAside(given: TextsToCut): Promise<ZoneTexts> {
  const characters = given.sources.reduce((sum, { text }) => sum + text.length, 0)
  return characters <= cutAtOnce ? zoneTextsOf(given.sources, given.lines) : threads.run(given)
}
