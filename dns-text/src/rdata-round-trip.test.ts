import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { writtenRdataOf } from './generated-records.testing.ts'
import { joinFields, parseRdata, printRdata, splitFields } from './rdata.ts'
import { recordMnemonics } from './record-types.ts'

describe('whatever is written', () => {
  test.each(recordMnemonics)('%s has one canonical text, which means the same', (mnemonic) => {
    fc.assert(
      fc.property(writtenRdataOf(mnemonic), ({ type, text }) => {
        const parsed = parseRdata(type, text, { origin: 'example.com' })
        expect(printRdata(type, parsed.wire)).toBe(parsed.text)
        expect(parseRdata(type, parsed.text)).toEqual(parsed)
        expect(parsed.text).toMatch(/^[\x20-\x7e]*$/)
        expect(joinFields(type, splitFields(type, parsed.text))).toBe(parsed.text)
      }),
      { numRuns: 300 },
    )
  })
})

describe('whatever octets come in', () => {
  test.each(recordMnemonics)('%s is printed or refused, and what is printed reads back', (mnemonic) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (wire) => {
        const refusal = refusalOf(() => {
          const text = printRdata(mnemonic, wire)
          // What breaks a rule between fields is printed, so that it can be seen, but not taken.
          const reread = refusalOf(() => parseRdata(mnemonic, text))
          if (reread === undefined && mnemonic !== 'LOC') expect(parseRdata(mnemonic, text).wire).toEqual(wire)
        })
        expect([undefined, 'bad_wire']).toContain(refusal?.code)
      }),
      { numRuns: 400 },
    )
  })
})

test('whatever is typed is taken or refused with a code, never with another error', () => {
  const anyType = fc.constantFrom(...recordMnemonics, 'TYPE65280', 'RRSIG')
  fc.assert(
    fc.property(anyType, fc.string({ unit: 'binary', maxLength: 40 }), (type, text) => {
      refusalOf(() => parseRdata(type, text))
      refusalOf(() => joinFields(type, { address: text, text, target: text, priority: '1', weight: '1', params: text, rdata: text }))
    }),
    { numRuns: 2000 },
  )
})
