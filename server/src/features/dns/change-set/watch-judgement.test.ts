import { describe, expect, it } from 'vitest'
import { errorsOf, leastWatchedQueries, type WatchFigures } from '@nameplane/contract/dns/change-set-watch'
import { Random } from '../../../seed/random.ts'
import { noFigures, summed, verdictOf } from './watch-judgement.ts'

const figures = (queries: number, nxdomain: number, servfail = 0, refused = 0): WatchFigures => ({ queries, servfail, nxdomain, refused })

describe('the judgement of a watch', () => {
  it.each([
    ['no queries at all', figures(0, 0), figures(0, 0), 'too_few'],
    ['one query too few before', figures(leastWatchedQueries - 1, 0), figures(1000, 1000), 'too_few'],
    ['one query too few after', figures(1000, 0), figures(leastWatchedQueries - 1, leastWatchedQueries - 1), 'too_few'],
    ['just enough queries', figures(leastWatchedQueries, 0), figures(leastWatchedQueries, leastWatchedQueries), 'exceeded'],
    ['exactly the limit', figures(100, 1), figures(100, 6), 'fine'],
    ['a little above the limit', figures(1000, 10), figures(1000, 61), 'exceeded'],
    ['the same share of many more queries', figures(100, 10), figures(100_000, 10_000), 'fine'],
    ['fewer errors than before', figures(100, 90), figures(100, 0), 'fine'],
    ['all failed before already', figures(100, 100), figures(100, 100), 'fine'],
    ['each code counts', figures(100, 0), figures(100, 2, 2, 2), 'exceeded'],
    ['counts that a double cannot multiply', figures(4_000_000_000, 0), figures(4_000_000_000, 200_000_001), 'exceeded'],
    ['and the limit of these', figures(4_000_000_000, 0), figures(4_000_000_000, 200_000_000), 'fine'],
  ] as const)('%s', (_, before, after, verdict) => {
    expect(verdictOf({ before, after, threshold: 5 })).toBe(verdict)
  })

  it('a limit of 100 points is never exceeded', () => {
    expect(verdictOf({ before: figures(100, 0), after: figures(100, 100), threshold: 100 })).toBe('fine')
  })

  it('is as the shares themselves say, and more errors or a lower limit never make it milder', () => {
    const random = new Random('watch')
    const one = (): WatchFigures => {
      const queries = random.between(0, 400)
      const nxdomain = random.between(0, queries)
      const servfail = random.between(0, queries - nxdomain)
      return figures(queries, nxdomain, servfail, random.between(0, queries - nxdomain - servfail))
    }
    let exceeded = 0
    for (let round = 0; round < 5_000; round += 1) {
      const [before, after, threshold] = [one(), one(), random.between(1, 100)]
      const verdict = verdictOf({ before, after, threshold })
      const isEnough = before.queries >= leastWatchedQueries && after.queries >= leastWatchedQueries
      expect(verdict === 'too_few').toBe(!isEnough)
      if (!isEnough) continue
      const risen = (100 * errorsOf(after)) / after.queries - (100 * errorsOf(before)) / before.queries
      // Where they are as good as equal, only whole numbers know.
      if (Math.abs(risen - threshold) > 1e-9) expect(verdict).toBe(risen > threshold ? 'exceeded' : 'fine')
      if (verdict !== 'exceeded') continue
      exceeded += 1
      expect(verdictOf({ before, after, threshold: Math.max(1, threshold - 1) })).toBe('exceeded')
      const worse = errorsOf(after) < after.queries ? { ...after, refused: after.refused + 1 } : after
      expect(verdictOf({ before, after: worse, threshold })).toBe('exceeded')
    }
    expect(exceeded).toBeGreaterThan(100)
  })

  it('adds up domains without losing any', () => {
    expect(summed([])).toEqual(noFigures)
    expect(summed([figures(10, 1, 2, 3), figures(5, 0, 1, 0)])).toEqual(figures(15, 1, 3, 3))
  })
})
