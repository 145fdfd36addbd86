import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

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
    summary: 'Every line, parents before children, with where their address segments come from',
    access: 'line.read',
    users: 'own',
    reply: z.object({
      data: z.object({ lines: z.array(Line), sources: z.array(z.object({ name: z.string(), licence: z.string(), url: z.string(), date: z.string() })) }),
    }),
  }),
}
