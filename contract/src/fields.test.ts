import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { user } from './account/user.ts'
import { serviceGroup } from './dns/service-group.ts'
import { asCode, asLines, asSeconds, asSecret, blankOf, fieldsOf, valuesFrom } from './fields.ts'
import { Flag, numeric } from './paging.ts'
import { plainText } from './rules.ts'

const tried = z.object({
  name: plainText(80).check(z.minLength(1, 'required')),
  remark: z._default(plainText(200), ''),
  host: z.optional(z.union([z.literal(''), asCode(z.string().check(z.minLength(1, 'required')))])),
  text: asLines(z.string()),
  key: z.optional(asSecret(z.string())),
  weight: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(9999)), 7),
  port: numeric().check(z.int(), z.minimum(1)),
  status: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1)), 1),
  isOn: z._default(Flag, true),
  language: z._default(z.enum(['', 'cn', 'en']), 'en'),
  audience: z._default(z.enum(['all', 'class']), 'all'),
  scope: z.enum(['all', 'own']),
  oauth: z.object({ tenant: z.string() }),
  scopes: z._default(z.nullable(z.array(z.string()).check(z.maxLength(3))), null),
  pause: asSeconds(z._default(numeric().check(z.int(), z.minimum(1)), 60)),
  perHour: z.optional(z.nullable(numeric().check(z.int(), z.minimum(1)))),
})

describe('a schema says of its fields', () => {
  const rules = fieldsOf(tried)

  it.each([
    ['name', { kind: 'text', isRequired: true, blank: '', longest: 80 }],
    ['remark', { kind: 'text', isRequired: false, blank: '', longest: 200 }],
    ['host', { kind: 'code', isRequired: false, blank: '' }],
    ['text', { kind: 'lines', isRequired: false }],
    ['key', { kind: 'secret', isRequired: false }],
    ['weight', { kind: 'number', isRequired: false, blank: 7 }],
    ['port', { kind: 'number', isRequired: true, blank: '' }],
    ['status', { kind: 'flag', blank: 1, values: [1, 0] }],
    ['isOn', { kind: 'flag', blank: true, values: [true, false] }],
    ['language', { kind: 'choice', isRequired: false, blank: 'en', values: ['en', '', 'cn'] }],
    ['audience', { kind: 'choice', isRequired: false, blank: 'all' }],
    ['scope', { kind: 'choice', isRequired: true, blank: '' }],
    ['oauth.tenant', { kind: 'text' }],
    // The bound of a list is none of its entries' letters.
    ['scopes', { kind: 'list', blank: null, isNullable: true, longest: undefined }],
    ['perHour', { kind: 'number', isNullable: true, isRequired: false, isSeconds: false }],
    ['pause', { kind: 'number', isSeconds: true, blank: 60 }],
  ])('%s', (field, expected) => {
    expect(rules.get(field)).toMatchObject(expected)
  })

  it('what a new form begins with, nested as the schema is', () => {
    expect(blankOf(rules)).toMatchObject({ name: '', weight: 7, isOn: true, oauth: { tenant: '' } })
  })

  it('that nothing is a value of its own where it is one: null stays null', () => {
    expect(valuesFrom(rules, { scopes: null, perHour: null })).toMatchObject({ scopes: null, perHour: null })
  })

  it('what a form over a row begins with: members of the same name, nothing for null and what the row lacks', () => {
    expect(valuesFrom(rules, { name: 'a', weight: 0, status: 0, host: null, oauth: { tenant: 't' }, more: 1 })).toMatchObject({
      name: 'a',
      weight: 0,
      status: 0,
      host: '',
      remark: '',
      oauth: { tenant: 't' },
    })
  })
})

it('real nouns: fields that both forms of a noun need are found in each of its schemas', () => {
  const group = fieldsOf(serviceGroup.save.input)
  expect([group.get('mname')?.isRequired, group.get('ns2')?.isRequired, group.get('ns3')?.isRequired]).toEqual([true, true, false])
  const [added, changed] = [fieldsOf(user.save.input), fieldsOf(user.update.input)]
  expect([added.get('tags')?.kind, added.get('username')?.isRequired, added.get('resetDue')?.blank]).toEqual(['list', true, false])
  expect([changed.get('tags')?.kind, changed.get('language')?.values]).toEqual(['list', ['', 'cn', 'en']])
})
