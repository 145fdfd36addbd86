import { describe, expect, it } from 'vitest'
import { fieldsOf } from '@nameplane/contract/fields'
import { settings } from '@nameplane/contract/system/settings'
import { differencesOf } from './log-difference.ts'

type State = Parameters<typeof differencesOf>[0]
const entryOf = (module: string) => ({ action: `${module}.update`, targetType: module, targetName: 'it' })

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
  ['what has members itself is told by those that differ', { a: { x: 1, y: { z: 2 } } }, { a: { x: 1, y: { z: 3 } } }, [['a.y.z', '2', '3']]],
  ['and so is a list of such values, by their places', { a: [{ x: 1 }, { x: 2 }] }, { a: [{ x: 1 }, { x: 3 }] }, [['a.2.x', '2', '3']]],
  ['what was absent and is empty is no difference', { a: 1 }, { a: 1, b: '', c: [], d: '0' }, [['d', null, '"0"']]],
  [
    'what comes in the place of members stands beside their going',
    { a: { x: 1 } },
    { a: 'x' },
    [
      ['a', null, '"x"'],
      ['a.x', '1', null],
    ],
  ],
  ['the order of a list is one', { a: [1, 2] }, { a: [2, 1] }, [['a', '[1,2]', '[2,1]']]],
  ['what every change raises is left out', { rowVersion: 1, a: 1 }, { rowVersion: 2, a: 2 }, [['a', '1', '2']]],
  ['a secret is masked, however deep', { smtp: { password: 'x' } }, { smtp: { password: 'y', host: 'h' } }, [['smtp.host', null, '"h"']]],
  ['nothing differs from nothing', null, null, []],
])('%s', (_, before, after, expected) =>
  expect(differencesOf(before, after, entryOf('domain')).map(({ member, before: old, after: fresh }) => [member, old, fresh])).toEqual(expected),
)

it('every member has what it is called, in the words of the noun whose entry it is', () =>
  expect(differencesOf(null, { mname: 'ns1.example.net', unheard: 1 }, entryOf('service_group')).map(({ label }) => label.en)).toEqual([
    'Primary server (MNAME)',
    'unheard',
  ]))

describe('members of a setting', () => {
  const shown = (key: string, before: State, after: State) =>
    differencesOf(before, after, { action: 'config.update', targetType: 'system_config', targetName: key }).map(({ label, before: old, after: fresh }) => [
      label.zh,
      label.en,
      old,
      fresh,
    ])

  it('are called as in its form', () =>
    expect(shown('CDN_NODE_CHECK', { value: { failPercent: 80, mailNotice: '' } }, { value: { failPercent: 60, mailNotice: '' } })).toEqual([
      ['失败率（%）', 'Failure rate (%)', '80', '60'],
    ]))

  it('in lists too, with their place', () =>
    expect(shown('EMAIL_CONFIG', { value: {} }, { value: { templates: [{ title: 'Hello' }] } })).toEqual([
      ['邮件模板 · 1 · 标题', 'Templates · 1 · Title', null, '"Hello"'],
    ]))

  it('that are secret are named when they are others, and never shown', () =>
    expect(
      shown('EMAIL_CONFIG', { value: { password: '******' } }, { value: { password: '******' }, sensitiveChanged: ['password', 'oauth.clientSecret'] }),
    ).toEqual([
      ['授权密码', 'Authorisation password', '"******"', '"******"'],
      ['客户端密码', 'Client secret', '"******"', '"******"'],
    ]))

  it('of an administrator’s own keep their names', () =>
    expect(shown('own.setting', { value: { title: 1 }, weight: 1 }, { value: { title: 2 }, weight: 2 })).toEqual([
      ['title', 'title', '1', '2'],
      ['权重', 'Weight', '1', '2'],
    ]))

  it.each(settings.map(({ key, value }) => [key, [...fieldsOf(value).keys()]] as const))('%s each have a name in both languages', (key, members) => {
    const nested = (path: string): object => path.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), 1) as object
    const nameless = members.filter((path) =>
      shown(key, { value: {} }, { value: nested(path) }).some(([zh, en]) => zh === path.split('.').at(-1) || en === path.split('.').join(' · ')),
    )
    expect(nameless).toEqual([])
  })
})
