import { Random } from './random.ts'

/** The one domain of the large world whose size is its point. */
export const largestDomain = 'large.example'

export type PlannedDomain = {
  name: string
  recordCount: number
  ownerIndex: number
  groupIndex: number
  isPaused: boolean
  isLocked: boolean
  remark: string
  createdAt: Date
  updatedAt: Date
}

export type LargePlan = { domains: number; records: number; largestRecords: number; owners: number; groups: number }

/** The sizes of `npm run seed -- large`. */
export const largePlan: LargePlan = { domains: 50_000, records: 2_000_000, largestRecords: 100_000, owners: 400, groups: 3 }

const first = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'indigo',
  'juniper',
  'kestrel',
  'lantern',
  'maple',
  'nectar',
  'orchid',
  'pebble',
  'quartz',
  'river',
  'summit',
  'timber',
  'umber',
  'violet',
  'willow',
  'yarrow',
  'zephyr',
]
const second = [
  'bakery',
  'books',
  'cloud',
  'design',
  'energy',
  'farm',
  'games',
  'health',
  'invest',
  'jobs',
  'kitchen',
  'labs',
  'media',
  'news',
  'office',
  'parts',
  'queue',
  'radio',
  'school',
  'travel',
  'unit',
  'video',
  'works',
  'yard',
  'zone',
]
const remarks = ['', '', '', '', '', '生产环境', '测试环境', '客户自助', 'migrated', 'parked', '双线接入', 'campaign']

const newest = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

/** Every domain of the large world in the order of its id; the record counts add up to the plan's exactly. */
export function planDomains(plan: LargePlan): PlannedDomain[] {
  const random = new Random('large world: domains')
  const others = plan.domains - 1
  const rest = plan.records - plan.largestRecords
  const mean = rest / others
  const planned: PlannedDomain[] = []
  let given = 0
  for (let index = 0; index < plan.domains; index++) {
    const isLargest = index === 0
    // Sizes vary around the mean; each cut takes the sum so far into account, so that the last one ends at the total.
    const target = Math.round(mean * index)
    const spread = index === others ? 0 : Math.floor((random.below(1000) / 1000 - 0.5) * mean)
    const recordCount = isLargest ? plan.largestRecords : Math.max(0, target + spread - given)
    if (!isLargest) given += recordCount
    const createdAt = newest - random.between(30, 1500) * dayMs - random.below(dayMs)
    planned.push({
      name: isLargest ? largestDomain : nameOf(index),
      recordCount,
      ownerIndex: isLargest ? 0 : random.below(plan.owners),
      groupIndex: isLargest || !random.perMille(200) ? 0 : random.below(plan.groups),
      isPaused: !isLargest && random.perMille(20),
      isLocked: !isLargest && random.perMille(10),
      remark: isLargest ? '' : random.pick(remarks),
      createdAt: new Date(createdAt),
      updatedAt: new Date(createdAt + random.below(30) * dayMs),
    })
  }
  return planned
}

/** Names below the TLD reserved for examples (RFC 2606), each different: the number counts, the words make them readable. */
function nameOf(index: number): string {
  const words = index - 1
  return `${first[words % first.length]!}-${second[Math.floor(words / first.length) % second.length]!}-${String(index).padStart(5, '0')}.example`
}
