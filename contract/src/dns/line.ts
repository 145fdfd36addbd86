import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'

/** A class of clients that may get its own answer. */
export const Line = z.object({
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** default, overseas, continent, country, domestic, operator … custom: decides precedence. */
  kind: z.string(),
  parent: z.nullable(z.string()),
  position: z.number(),
})
export type Line = z.infer<typeof Line>

export const line = {
  tree: endpoint('GET sys/dns/line/tree', {
    summary: 'List all lines, parents before children, with the sources of their IP ranges. With `domainId`, also the custom lines of that domain.',
    access: 'line.read',
    users: 'own',
    input: z.object({ domainId: z.optional(Id) }),
    reply: z.object({
      data: z.object({ lines: z.array(Line), sources: z.array(z.object({ name: z.string(), licence: z.string(), url: z.string(), date: z.string() })) }),
    }),
    problems: ['domain_missing'],
  }),
}

export const rights = { 'line.read': { zh: '查看线路', en: 'View lines', ofDomains: true } } as const

export const problems = { line_missing: { zh: '线路不存在', en: 'Line not found' } } as const
registerProblems(problems)

export const logWords = { line: { zh: '线路', en: 'Line' } } as const

export const terms = [{ zh: '线路', en: 'line', word: 'line', meaning: 'A class of clients that can get a different answer' }] as const
