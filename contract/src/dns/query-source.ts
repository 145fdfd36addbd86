import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { Id } from '../paging.ts'
import { Time } from '../time.ts'
import { statisticsPeriods } from './domain.ts'

/** Answers to clients of one place, in the period and in the one before. */
const Counted = { answers: z.number(), before: z.number() }

const input = { id: Id, period: z._default(z.enum(statisticsPeriods), 'day') }

export const querySource = {
  list: endpoint('GET sys/dns/domain/origin', {
    summary: 'Get where the queries of a domain came from over 24 hours, 7 or 30 days: continents, countries and ISPs, compared with the period before',
    access: 'domain.read',
    users: 'own',
    input: z.object(input),
    reply: z.object({
      data: z.object({
        /** Start of the first hour; the last hour is still running. */
        start: Time,
        ...Counted,
        /** Answers to clients of no known country, or of one that was not among the twenty largest of an hour. */
        unknown: z.object(Counted),
        /** `code`: the line of the continent. */
        continents: z.array(z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string(), ...Counted })),
        /** `code`: ISO 3166-1 in lower case. */
        countries: z.array(z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string(), continent: z.string(), ...Counted })),
        /** Lines of ISPs; the rest is of other networks. */
        isps: z.array(z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string(), ...Counted })),
      }),
    }),
    problems: ['domain_missing'],
  }),
  export: endpoint('GET sys/dns/domain/origin/export', {
    summary: 'Export the countries that the queries of a domain came from as CSV',
    access: 'domain.read',
    users: 'own',
    answers: 'file',
    input: z.object(input),
    problems: ['domain_missing'],
  }),
}

export const logWords = { query_source: { zh: '来源地域', en: 'Query sources' } } as const

export const fieldNames = {
  continent: { zh: '大洲', en: 'Continent' },
  country: { zh: '国家或地区', en: 'Country or region' },
  isp: { zh: '运营商', en: 'ISP' },
  answers: { zh: '应答数', en: 'Answers' },
  share: { zh: '占比', en: 'Share' },
  before: { zh: '上一周期', en: 'Period before' },
} as const satisfies FieldNames
