import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const FoundDomain = z.object({ id: z.number(), userId: z.number(), domain: z.string(), unicodeName: z.string() })
const FoundRecord = z.object({
  id: z.number(),
  domainId: z.number(),
  userId: z.number(),
  domain: z.string(),
  host: z.string(),
  type: z.string(),
  line: z.string(),
  value: z.string(),
})
const FoundAccount = z.object({ id: z.number(), username: z.string(), kind: z.enum(['administrator', 'user']) })

export const search = {
  find: endpoint('GET sys/search', {
    summary:
      'Search domains by name, records by host, full name, value or network (198.51.100.0/24), and accounts by name, within the permissions of the caller',
    access: 'session',
    users: 'own',
    input: z.object({ text: z.string().check(z.trim(), z.minLength(2, 'required'), z.maxLength(255)) }),
    reply: z.object({ data: z.object({ domains: z.array(FoundDomain), records: z.array(FoundRecord), accounts: z.array(FoundAccount) }) }),
  }),
}

export const logWords = { search: { zh: '搜索', en: 'Search' } } as const
