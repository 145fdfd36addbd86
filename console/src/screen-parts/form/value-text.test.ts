import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOf } from '@nameplane/contract/fields'
import { Flag } from '@nameplane/contract/paging'
import { partsMessages } from '../screen-parts.messages.ts'
import { fieldWords } from './field-words.ts'
import { valueText } from './value-text.ts'

const rules = fieldsOf(
  z.object({ name: z.string(), isOn: Flag, tags: z.array(z.string()), mode: z.enum(['a', 'b']), count: z.number(), groupId: z.nullable(z.number()) }),
)
const words = fieldWords({}, { zh: { choices: { mode: { a: '甲', b: '乙' } } }, en: { choices: { mode: { a: 'First', b: 'Second' } } } })
const { yes, no } = partsMessages.zh

test.each([
  ['name', 'as it stands', 'as it stands'],
  ['isOn', true, yes],
  ['isOn', 1, yes],
  ['isOn', false, no],
  ['isOn', 0, no],
  ['tags', ['one', 'two'], 'one、two'],
  ['tags', [], ''],
  ['mode', 'b', '乙'],
  ['count', 7, '7'],
  ['groupId', null, ''],
  ['groupId', undefined, ''],
])('the field %s with the value %j reads %s', (path, value, text) => expect(valueText(value, path, rules.get(path)!, words, 'zh')).toBe(text))
