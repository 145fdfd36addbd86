import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { Id } from '../paging.ts'
import { Time } from '../time.ts'
import { statisticsPeriods } from './domain.ts'

/** What a course can be compared with: the same span, a day or a week earlier. */
export const comparisons = ['none', 'yesterday', 'week'] as const
/** What the answers of a domain are told apart by. */
export const volumeFilters = ['name', 'type', 'line', 'rcode', 'country', 'node'] as const
export type VolumeFilter = (typeof volumeFilters)[number]

const Course = z.object({
  start: Time,
  /** Answers of each step from the start, the running one left out; null before the first figures of the platform. */
  answers: z.array(z.nullable(z.number())),
  /** Over the steps that are known; null where none is. */
  total: z.nullable(z.number()),
  /** Of one step. */
  average: z.nullable(z.number()),
  peak: z.nullable(z.object({ time: Time, answers: z.number() })),
})

export const QueryVolume = z.object({
  /** 60, 3600 or 86400: the finest in which the figures of both spans are kept. With a filter at least 3600. Days are those of UTC. */
  stepSeconds: z.number(),
  current: Course,
  /** The span that `compare` names. */
  compared: z.nullable(Course),
})
export type QueryVolume = z.infer<typeof QueryVolume>

const input = z
  .object({
    id: Id,
    period: z._default(z.enum(statisticsPeriods), 'day'),
    compare: z._default(z.enum(comparisons), 'none'),
    by: z.optional(z.enum(volumeFilters)),
    /** As the statistics of the domain name it, such as `AAAA` or `telecom`. */
    value: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(255))),
  })
  .check(z.refine(({ by, value }) => (by === undefined) === (value === undefined), { path: ['value'], error: 'required' }))

export const queryVolume = {
  list: endpoint('GET sys/dns/domain/query_volume', {
    summary:
      'Get how many answers a domain gave over 24 hours, 7 or 30 days, by minutes, hours or days, compared with a day or a week earlier, of everything or of one name, type, line, response code, country or node',
    access: 'domain.read',
    users: 'own',
    input,
    reply: z.object({ data: QueryVolume }),
    problems: ['domain_missing'],
  }),
  export: endpoint('GET sys/dns/domain/query_volume/export', {
    summary: 'Export the answers of a domain over time as CSV, with the same filter and comparison',
    access: 'domain.read',
    users: 'own',
    answers: 'file',
    input,
    problems: ['domain_missing'],
  }),
}

export const logWords = { query_volume: { zh: '解析量', en: 'Query volume' } } as const

export const fieldNames = {
  start: { zh: '开始时间', en: 'Start' },
  answers: { zh: '应答数', en: 'Answers' },
  yesterday: { zh: '前一天', en: 'Day before' },
  week: { zh: '前一周', en: 'Week before' },
} as const satisfies FieldNames

export const terms = [{ zh: '解析量', en: 'query volume', word: 'queryVolume', meaning: 'How many queries were answered in a time' }] as const
