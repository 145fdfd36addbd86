import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { asCode, asLines, asSecret } from '@nameplane/contract/fields'
import { Flag } from '@nameplane/contract/paging'
import { plainText } from '@nameplane/contract/rules'
import { defineMessages } from '../../i18n/messages.ts'
import { shownWith } from '../shown-with.testing.tsx'
import { useBoundForm } from './bound-form.ts'
import { Field } from './field.tsx'
import { fieldWords } from './field-words.ts'

const schema = z.object({
  ...{ name: plainText(20).check(z.minLength(1)), remark: z._default(plainText(20), ''), key: asSecret(plainText(50)), hosts: asLines(plainText(500)) },
  ...{ zone: asCode(plainText(500)), ttl: z.number(), state: z.enum(['on', 'off']), unnamed: z.enum(['red', 'blue']), isKept: z._default(Flag, false) },
})
const said = { helps: { name: 'what it is called' }, choices: { state: { on: 'On', off: 'Off' }, unnamed: { red: 'Red' } } }
const words = fieldWords({ name: { zh: '名称', en: 'Name' }, state: { zh: '状态', en: 'State' } }, defineMessages({ zh: said, en: said }))
type Name = keyof z.infer<typeof schema>
type Choices = { rows?: number; options?: readonly { value: string; label: string }[] }

function One({ name, ...choices }: { name: Name } & Choices) {
  const form = useBoundForm(schema, words, {})
  return <Field of={form} name={name} {...choices} />
}
const shown = (name: Name, choices: Choices = {}): string => shownWith(<One name={name} {...choices} />, [])
/** The control, its rows or its kind of text. */
function control(name: Name, choices: Choices = {}): string {
  const [, element, attributes = ''] = /<(input|textarea|select)\b([^>]*)/.exec(shown(name, choices))!
  const of = (attribute: string): string | undefined => new RegExp(`\\b${attribute}="([^"]*)"`).exec(attributes)?.[1]
  return [element, element === 'input' ? of('type') : of('rows'), of('inputMode') ?? of('inputmode')].filter((part) => part !== undefined).join(' ')
}
const options = (name: Name, choices: Choices = {}): string[] =>
  [...shown(name, choices).matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, label]) => `${value} ${label}`)

test.each([
  ['name', {}, 'input text'],
  ['name', { rows: 3 }, 'textarea 3'],
  ['key', {}, 'input password'],
  ['hosts', {}, 'textarea 6'],
  ['hosts', { rows: 2 }, 'textarea 2'],
  ['zone', {}, 'input text'],
  ['zone', { rows: 9 }, 'textarea 9'],
  ['ttl', {}, 'input text numeric'],
  ['state', {}, 'select'],
  ['isKept', {}, 'input checkbox'],
] as const)('the field %s with %o is a %s', (name, choices, kind) => {
  expect(control(name, choices)).toBe(kind)
})

test('a choice is named in words, and is one only where every value has a name', () => {
  expect(options('state')).toEqual(['on On', 'off Off'])
  expect([control('unnamed'), options('unnamed')]).toEqual(['input text', []])
  expect(options('name', { options: [{ value: 'a', label: 'A' }] })).toEqual(['a A'])
})

test('a field is called as the contract calls it, with its help and whether it is required', () => {
  const [name, remark] = [shown('name'), shown('remark')]
  expect([name.includes('名称'), name.includes('what it is called'), name.includes('aria-required="true"')]).toEqual([true, true, true])
  expect([remark.includes('remark'), remark.includes('-help"'), remark.includes('aria-required')]).toEqual([true, false, false])
})

test('a field that is not in the schema is a mistake of who wrote the form', () => {
  expect(() => shown('nothing' as Name)).toThrow('No field nothing')
})
