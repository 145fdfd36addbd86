import { describe, expect, it } from 'vitest'
import { beginning, cronKinds, cronOf, shapeOf, type CronShape } from './cron-shape.ts'

describe('the fields of the form', () => {
  it.each<[string, CronShape]>([
    ['* * * * *', { kind: 'minutes', every: 1 }],
    ['*/15 * * * *', { kind: 'minutes', every: 15 }],
    ['7 * * * *', { kind: 'hours', every: 1, minute: 7 }],
    ['7 */6 * * *', { kind: 'hours', every: 6, minute: 7 }],
    ['30 2 * * *', { kind: 'day', hour: 2, minute: 30 }],
    ['30 2 * * 1-5', { kind: 'week', days: [1, 2, 3, 4, 5], hour: 2, minute: 30 }],
    ['0 0 * * sun,3', { kind: 'week', days: [0, 3], hour: 0, minute: 0 }],
    ['5 4 31 * *', { kind: 'month', day: 31, hour: 4, minute: 5 }],
  ])('of %s are known again', (cron, shape) => {
    expect(shapeOf(cron)).toEqual(shape)
    expect(shapeOf(cronOf(shape)!)).toEqual(shape)
  })

  it.each(['*/7 * * * *', '0 */5 * * *', '0,30 2 * * *', '0 2,14 * * *', '0 0 1,15 * *', '0 0 1 1 *', '0 0 13 * 5', '*/5 9-17 * * *', 'nonsense', ''])(
    'cannot say %s, which is typed',
    (cron) => {
      expect(shapeOf(cron)).toEqual({ kind: 'custom' })
    },
  )

  it('keep the time of day from one kind to the next', () => {
    for (const kind of cronKinds) expect(beginning(kind, { kind: 'day', hour: 5, minute: 6 }).kind).toBe(kind)
    expect(beginning('week', { kind: 'day', hour: 5, minute: 6 })).toEqual({ kind: 'week', days: [1], hour: 5, minute: 6 })
    expect(cronOf(beginning('month', { kind: 'minutes', every: 5 }))).toBe('0 3 1 * *')
  })
})
