import { fieldNames, querySource } from '@nameplane/contract/dns/query-source'
import type { Language } from '@nameplane/contract/problems'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import type { Cell } from '../../../spreadsheet/cell.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { readSources, type Sources } from './query-source.store.ts'

const fileNames = { zh: '来源地域', en: 'sources' } as const
const unknownWords = { zh: '未知或其他', en: 'Unknown or other' } as const

/** `now` is the platform's clock. */
export function querySourceRoutes(now: () => Date): Route[] {
  return [
    route(querySource.list, async ({ db, actor, input }) => {
      const sources = await readSources(db, actor.accessScope, input, now())
      if (!sources) throw new Problem('domain_missing')
      return { data: sources }
    }),
    fileRoute(querySource.export, async ({ db, actor, input, language }) => {
      const sources = await readSources(db, actor.accessScope, input, now())
      if (!sources) throw new Problem('domain_missing')
      const { continent, country, answers, share, before } = fieldNames
      return tableFile({
        name: `${fileNames[language]}-${sources.domain}-${input.period}`,
        format: 'csv',
        header: [continent, country, { zh: '代码', en: 'Code' }, answers, share, before].map((title) => title[language]),
        batches: rowsOf(sources, language),
        cutNote: '',
      })
    }),
  ]
}

async function* rowsOf({ answers: total, countries, continents, unknown }: Sources, language: Language): AsyncGenerator<Cell[][]> {
  const nameOf = (row: { nameZh: string; nameEn: string } | undefined): string => (language === 'zh' ? row?.nameZh : row?.nameEn) ?? ''
  const share = (answers: number): number => (total === 0 ? 0 : Number((answers / total).toFixed(4)))
  yield countries.map((country) => [
    nameOf(continents.find(({ code }) => code === country.continent)),
    ...[nameOf(country), country.code.toUpperCase(), country.answers, share(country.answers), country.before],
  ])
  yield [['', unknownWords[language], '', unknown.answers, share(unknown.answers), unknown.before]]
}
