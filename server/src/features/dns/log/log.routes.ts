import { join } from 'node:path'
import { log } from '@nameplane/contract/dns/log'
import { auditActionWords, moduleWords, operationActions, operationModules } from '@nameplane/contract/log-words'
import type { Actor } from '../../../access/actor.ts'
import { readAnchors } from '../../../audit/audit-anchors.ts'
import { chainEnd } from '../../../audit/audit.ts'
import { chainOrigin, verifyEntries } from '../../../audit/audit-verification.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { maySetting } from '../../../settings/setting-access.ts'
import type { SegmentTable } from '../../../serving/lines/segment-table.ts'
import { printerOf } from '../../../spreadsheet/moment-text.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { differencesOf } from './log-difference.ts'
import { cutNotes, fileBatchSize, fileNames, headerOf, operationTable, signInTable } from './log-file.ts'
import { placesFrom } from './log-place.ts'
import { retentionState, setRetention } from './log-retention.ts'
import { everyOperation, listOperations, readChanges, readOperation, type OperationRow } from './operation-log.store.ts'
import { everySignIn, listSignIns } from './sign-in-log.store.ts'

/** Entries verified by one call: about a tenth of a second. */
const verifiedAtOnce = 10_000

const reachOf = ({ accessScope }: Actor) => ({ accessScope })

/** What a setting was and became is read by who may read that setting; the retention of the logs stands in the logs themselves. */
const isWithheld = (actor: Actor, { action, targetType, targetName }: OperationRow): boolean =>
  targetType === 'system_config' && action !== 'log.retain' && !maySetting(actor.rights, targetName, 'read')

/** The logs; places come from the line table, anchors from the data folder. */
export function logRoutes(segments: SegmentTable, dataFolder: string): Route[] {
  const anchorFolder = join(dataFolder, dataFolderNames.auditAnchors)
  return [
    route(log.signIns, async ({ db, actor, input }) => ({ data: await listSignIns(db, { ...input, ...reachOf(actor) }, placesFrom(segments)) })),
    fileRoute(log.signInExport, async ({ db, actor, input: { format, timeZone, ...filters }, language }) =>
      tableFile({
        name: fileNames.signIn[language],
        format,
        header: headerOf('signIn', language),
        batches: signInTable(everySignIn(db, { ...filters, ...reachOf(actor) }, placesFrom(segments), fileBatchSize), language, printerOf(timeZone)),
        cutNote: cutNotes[language],
      }),
    ),

    route(log.operations, async ({ db, actor, input }) => ({ data: await listOperations(db, { ...input, ...reachOf(actor) }, placesFrom(segments)) })),
    fileRoute(log.operationExport, async ({ db, actor, input: { format, timeZone, ...filters }, language }) =>
      tableFile({
        name: fileNames.operation[language],
        format,
        header: headerOf('operation', language),
        batches: operationTable(db, everyOperation(db, { ...filters, ...reachOf(actor) }, placesFrom(segments), fileBatchSize), {
          language,
          print: printerOf(timeZone),
          isWithheld: (row) => isWithheld(actor, row),
        }),
        cutNote: cutNotes[language],
      }),
    ),
    route(log.operation, async ({ db, actor, input }) => {
      const key = { source: input.id[0]!, id: Number(input.id.slice(1)) }
      const operation = await readOperation(db, actor.accessScope, key, placesFrom(segments))
      if (!operation) throw new Problem('log_entry_missing')
      const withheld = isWithheld(actor, operation)
      const changed = key.source === 'a' && !withheld ? (await readChanges(db, [key.id])).get(key.id) : undefined
      const differences = changed ? differencesOf(changed.before, changed.after, operation) : []
      return { data: { operation, differences, isWithheld: withheld } }
    }),
    route(log.words, () =>
      Promise.resolve({
        data: {
          modules: operationModules.map((module) => ({ module, title: moduleWords(module) })),
          actions: operationActions.map((action) => ({ action, title: auditActionWords(action) })),
        },
      }),
    ),

    route(log.retention, async ({ db, actor }) => ({ data: await retentionState(db, actor.accessScope) })),
    route(log.retain, async ({ db, actor, input }) => (await setRetention(db, actor, input), {})),

    route(log.verify, async ({ db, input }) => {
      const anchors = await readAnchors(anchorFolder)
      const { last, entries, broken, isEnd } = await verifyEntries(db, { afterId: input.afterId, limit: verifiedAtOnce, anchored: anchors.anchored })
      return {
        data: {
          entries,
          lastId: last.id,
          isEnd,
          broken,
          totalCount: (await chainEnd(db)).id - (await chainOrigin(db)).link.id,
          anchor: anchors.lastAt && { id: anchors.lastId, time: anchors.lastAt },
          forgedAnchors: anchors.forgedLines.length,
        },
      }
    }),
  ]
}
