import * as z from 'zod/mini'
import { planLimitNames, type PlanLimits } from '../../dns/plan-limits.ts'
import { asSeconds } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'

/** A limit: a number from `minimum` on, or none. */
const limit = (blank: number | null, minimum: number, maximum: number) =>
  z._default(z.nullable(numeric().check(z.int(), z.minimum(minimum), z.maximum(maximum))), blank)

/** What the built-in plan, which every domain has, allows each of them. */
export const FreePlan = z.object({
  records: limit(1_000_000, 1, 10_000_000),
  subdomainLevels: limit(null, 1, 127),
  wildcardLevels: limit(null, 0, 127),
  urlRecords: limit(null, 0, 1_000_000),
  customLines: limit(limits.customLines, 0, limits.customLines),
  minimumTtl: asSeconds(limit(null, 1, 86_400)),
  sameLineAddresses: limit(null, 1, 10_000),
})
export type FreePlan = z.output<typeof FreePlan> & PlanLimits

export const freePlan = declareSetting('FREE_PLAN', {
  class: 'platform',
  value: FreePlan,
  names: planLimitNames,
  screen: '/system/config/plan',
  readBy: 'every save, import and restore of records and every new custom line, which are refused beyond it, and the plan page of a domain',
})
