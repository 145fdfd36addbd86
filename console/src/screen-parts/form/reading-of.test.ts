import { expect, test } from 'vitest'
import { formatsIn } from '../../i18n/use-format.ts'
import { readingOf } from './reading-of.ts'

test.each([
  [43_200, '= 12 hours'],
  ['43200', '= 12 hours'],
  [60, '= 1 minute'],
  [59, ''],
  ['', ''],
  ['soon', ''],
  ['60.5', ''],
])('beside %j seconds stands “%s”', (seconds, reading) => expect(readingOf(seconds, formatsIn('en'))).toBe(reading))
