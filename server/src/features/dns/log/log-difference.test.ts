import { expect, it } from 'vitest'
import { differencesOf } from './log-difference.ts'

type State = Parameters<typeof differencesOf>[0]

it.each<[string, State, State, [string, string | null, string | null][]]>([
  ['a creation says all that has a value', null, { name: 'a', remark: null }, [['name', null, '"a"']]],
  ['a removal too', { name: 'a' }, null, [['name', '"a"', null]]],
  ['a change says what differs', { a: 1, b: 2 }, { a: 1, b: 3 }, [['b', '2', '3']]],
  ['what a change does not name is unchanged', { a: 1, b: 2 }, { b: 2 }, []],
  [
    'unless it names nothing of what was',
    { a: 1 },
    { lifted: 2 },
    [
      ['a', '1', null],
      ['lifted', null, '2'],
    ],
  ],
  ['two spellings of a member are one', { service_group_id: 1 }, { serviceGroupId: 2 }, [['serviceGroupId', '1', '2']]],
  ['the order of members within a value is none', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, []],
  ['the order of a list is one', { a: [1, 2] }, { a: [2, 1] }, [['a', '[1,2]', '[2,1]']]],
  ['what every change raises is left out', { rowVersion: 1, a: 1 }, { rowVersion: 2, a: 2 }, [['a', '1', '2']]],
  [
    'a secret is masked, however deep',
    { smtp: { password: 'x' } },
    { smtp: { password: 'y', host: 'h' } },
    [['smtp', '{"password":"******"}', '{"host":"h","password":"******"}']],
  ],
  ['nothing differs from nothing', null, null, []],
])('%s', (_, before, after, expected) =>
  expect(differencesOf(before, after, 'domain').map(({ member, before: old, after: fresh }) => [member, old, fresh])).toEqual(expected),
)

it('every member has what it is called, in the words of the noun whose entry it is', () =>
  expect(differencesOf(null, { mname: 'ns1.example.net', unheard: 1 }, 'service_group').map(({ label }) => label.en)).toEqual([
    'Primary server (MNAME)',
    'unheard',
  ]))
