import type { Generated } from 'kysely'

/* Figures of answers; what their bytes mean is in statistics/. Times are starts of an hour or a day, and domain 0 is for names outside every zone. */

/** Numbers for lines that exist or existed, countries among them, so that a count of one takes a byte or two. */
export type QueryLineTable = { code: string; number: Generated<number> }

/** A domain in one day. */
export type QueryDomainDayTable = { at: Date; domain_id: number; answers: number; split: Buffer }
/** A domain in one hour. */
export type QueryDomainHourTable = QueryDomainDayTable
/** A domain in one hour, to the minute. */
export type QueryDomainMinuteTable = QueryDomainHourTable & {
  minutes: Buffer
  /** Names and their answers, until the hour has ended and they are numbers in `split`. */
  names: string | null
}
/** The errors of a domain in one hour, to the minute; no row where there are none. */
export type QueryErrorMinuteTable = { at: Date; domain_id: number; errors: Buffer }
/** The names of a domain that have numbers in one month: the first is 0. */
export type QueryNameTable = { at: Date; domain_id: number; names: string }

/** All answers of a node, line, type or code in one day; the empty key of lines stands for those that no longer exist. */
export type QuerySumDayTable = { at: Date; by: string; key: string; answers: number }
/** The same in one hour, to the minute. */
export type QuerySumMinuteTable = QuerySumDayTable & { minutes: Buffer }

declare module './tables.ts' {
  interface Tables {
    query_line: QueryLineTable
    query_name: QueryNameTable
    query_domain_minute: QueryDomainMinuteTable
    query_error_minute: QueryErrorMinuteTable
    query_domain_hour: QueryDomainHourTable
    query_domain_day: QueryDomainDayTable
    query_sum_minute: QuerySumMinuteTable
    query_sum_day: QuerySumDayTable
  }
}
