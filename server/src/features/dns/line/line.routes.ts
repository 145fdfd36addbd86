import { line } from '@nameplane/contract/dns/line'
import { route, type Route } from '../../../http/call.ts'
import { DATA_SOURCES, dataDates } from '../../../serving/lines/attribution.ts'
import { listLines } from './line.store.ts'

export const lineRoutes: Route[] = [
  route(line.tree, async ({ db }) => {
    const dates = dataDates()
    return {
      data: {
        lines: await listLines(db),
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
