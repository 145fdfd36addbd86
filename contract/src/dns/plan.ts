import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'
import { planLimitNames, type PlanLimitName } from './plan-limits.ts'

const limitNames = Object.keys(planLimitNames) as [PlanLimitName, ...PlanLimitName[]]

/** The plan of a domain, with what of it is used. */
export const Plan = z.object({
  /** Each limit; null where there is none. `used`: what the domain has, of a minimum the least; null where it has nothing that counts. */
  quotas: z.array(z.object({ name: z.enum(limitNames), limit: z.nullable(z.number()), used: z.nullable(z.number()) })),
})
export type Plan = z.infer<typeof Plan>

export const plan = {
  detail: endpoint('GET sys/dns/plan/detail', {
    summary: 'Get the limits of the plan of a domain, and how much of each is used',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: Plan }),
    problems: ['domain_missing'],
  }),
}

export { quotaProblems as problems } from './quota-problems.ts'

export const logWords = { plan: { zh: '套餐', en: 'Plan' } } as const

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/plan', right: 'domain.read', hidden: true, place: 50 }] as const

export const terms = [
  { zh: '套餐', en: 'plan', word: 'plan', meaning: 'What a domain may have: records, levels of names, custom lines, and the lowest TTL' },
] as const
