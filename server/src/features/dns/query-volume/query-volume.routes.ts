import { fieldNames, queryVolume } from '@nameplane/contract/dns/query-volume'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import type { Cell } from '../../../spreadsheet/cell.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { readVolume, type Volume } from './query-volume.store.ts'

const fileNames = { zh: '解析量', en: 'query-volume' } as const

/** `now` is the platform's clock. */
export function queryVolumeRoutes(now: () => Date): Route[] {
  return [
    route(queryVolume.list, async ({ db, actor, input }) => {
      const volume = await readVolume(db, actor.accessScope, input, now())
      if (!volume) throw new Problem('domain_missing')
      return { data: volume }
    }),
    fileRoute(queryVolume.export, async ({ db, actor, input, language }) => {
      const volume = await readVolume(db, actor.accessScope, input, now())
      if (!volume) throw new Problem('domain_missing')
      const { start, answers } = fieldNames
      const filter = input.value === undefined ? '' : ` (${input.value})`
      return tableFile({
        name: `${fileNames[language]}-${volume.domain}-${input.period}`,
        format: 'csv',
        header: [
          `${start[language]} (UTC)`,
          `${answers[language]}${filter}`,
          ...(input.compare === 'none' ? [] : [`${fieldNames[input.compare][language]}${filter}`]),
        ],
        batches: rowsOf(volume),
        cutNote: '',
      })
    }),
  ]
}

async function* rowsOf({ stepSeconds, current, compared }: Volume): AsyncGenerator<Cell[][]> {
  const timeOf = (step: number): string => new Date(current.start.getTime() + step * stepSeconds * 1000).toISOString()
  yield current.answers.map((answers, step) => [timeOf(step), answers, ...(compared ? [compared.answers[step] ?? null] : [])])
}
