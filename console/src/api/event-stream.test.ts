import { describe, expect, test } from 'vitest'
import { pauseBefore, readEvents } from './event-stream.ts'

describe('a stream of events', () => {
  test.each([
    ['nothing yet', '', [], ''],
    ['half an event', 'event: unread\ndata: {"un', [], 'event: unread\ndata: {"un'],
    ['one event', 'event: unread\ndata: {"unread":3}\n\n', [{ event: 'unread', data: { unread: 3 } }], ''],
    [
      'two events and a beginning',
      'event: a\ndata: 1\n\nevent: b\ndata: 2\n\nev',
      [
        { event: 'a', data: 1 },
        { event: 'b', data: 2 },
      ],
      'ev',
    ],
    ['a sign of life and the pause to keep', 'retry: 3000\n\n:\n\n:\n\n', [], ''],
    ['lines ended otherwise', 'event: a\r\ndata: 1\r\n\r\n', [{ event: 'a', data: 1 }], ''],
    ['an event without a name', 'data: "x"\n\n', [{ event: 'message', data: 'x' }], ''],
  ] as const)('is read: %s', (_, text, events, rest) => {
    expect(readEvents(text)).toEqual({ events, rest })
  })

  test('is asked for again after growing pauses, a minute at most, each browser at its own moment', () => {
    expect([0, 1, 2, 5, 6, 60].map((attempt) => pauseBefore(attempt, 1))).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
    expect(pauseBefore(2, 0)).toBe(2000)
  })
})
