import { queryLog } from '@nameplane/contract/dns/query-log'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { csvHeader, fileName, rowsOf } from './query-log-file.ts'
import { codesOf, failingAliases, groupsOf } from './logged-errors.ts'
import { entriesOf } from './logged-query.ts'
import { domainOfLog, filterOf, nodesOf, NodeLogs, printPlaces, readPlaces, type LoggingNodes } from './node-logs.ts'

/** Enough for a file or a grouping, and little enough that a node gives it within a moment. */
const mostAtOnce = 5_000

/** `now` is the platform's clock. */
export function queryLogRoutes(nodes: LoggingNodes, now: () => Date): Route[] {
  const logs = new NodeLogs(nodes)
  return [
    route(queryLog.list, async ({ db, actor, input }) => {
      const domain = await domainOfLog(db, actor.accessScope, input.id)
      const question = { log: 'all', limit: input.limit, of: filterOf(domain, input) } as const
      const read = await logs.read(db, domain, question, readPlaces(input.after), input.nodeId)
      const list = entriesOf(read)
      const isCut = list.length > input.limit || read.some(({ log }) => log?.isCut ?? false)
      return { data: { nodes: nodesOf(read), list: list.slice(0, input.limit), isCut, after: printPlaces(read) } }
    }),
    fileRoute(queryLog.export, async ({ db, actor, input, language }) => {
      const domain = await domainOfLog(db, actor.accessScope, input.id)
      const question = { log: 'all', limit: mostAtOnce, of: filterOf(domain, input) } as const
      const read = await logs.read(db, domain, question, new Map(), input.nodeId)
      return tableFile({
        name: `${fileName[language]}-${domain.name}`,
        format: 'csv',
        header: csvHeader[language],
        batches: rowsOf(entriesOf(read), input.timeZone),
        cutNote: '',
      })
    }),
    route(queryLog.errors, async ({ db, actor, input }) => {
      const domain = await domainOfLog(db, actor.accessScope, input.id)
      const read = await logs.read(db, domain, { log: 'errors', limit: mostAtOnce, of: filterOf(domain, {}) }, new Map())
      return {
        data: {
          nodes: nodesOf(read),
          groups: groupsOf(read, domain),
          isCut: read.some(({ log }) => log?.isCut ?? false),
          ...(await codesOf(db, domain.id, now())),
          aliases: await failingAliases(db, domain.id),
        },
      }
    }),
  ]
}
