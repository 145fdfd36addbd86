import { expect, test } from 'vitest'
import { DATA_SOURCES, dataDates } from './attribution.ts'

test('every source that asks for attribution has a name and an https link', () => {
  for (const source of DATA_SOURCES.filter((one) => one.attributionRequired)) {
    expect(source.name).not.toBe('')
    expect(new URL(source.link).protocol).toBe('https:')
    expect(new URL(source.licenceLink).protocol).toBe('https:')
  }
})

test('the day of the snapshot is read from the package version', () => {
  expect(dataDates({ asn: '2.3.2026061719', country: '3.0.1' })).toEqual({ asn: '2026-06-17', country: null })
})

test('the installed packages carry a day', () => {
  expect(dataDates()).toEqual({ asn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), country: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
})
