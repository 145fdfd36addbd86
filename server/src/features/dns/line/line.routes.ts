import { line } from '@nameplane/contract/dns/line'
import { Problem } from '../../../problem.ts'
import { route, type Route } from '../../../http/call.ts'
import { DATA_SOURCES, dataDates } from '../../../serving/lines/attribution.ts'
import { listLines, listLinesOfDomain } from './line.store.ts'

export const lineRoutes: Route[] = [
  route(line.tree, async ({ db, actor, input }) => {
    const dates = dataDates()
    const own = input.domainId === undefined ? [] : await listLinesOfDomain(db, actor.accessScope, input.domainId)
    if (own === null) throw new Problem('domain_missing')
    return {
      data: {
        lines: [...(await listLines(db)), ...own],
        sources: DATA_SOURCES.map((source) => ({
          name: source.name,
          licence: source.licence,
          url: source.link,
          date: (source.name === 'IPtoASN' ? dates.country : dates.asn) ?? '',
        })),
      },
    }
  }),
]
