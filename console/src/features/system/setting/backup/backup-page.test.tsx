import { describe, expect, test } from 'vitest'
import { backup } from '@nameplane/contract/system/backup'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { answer, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { backupMessages } from './backup.messages.ts'
import { BackupPage } from './backup-page.tsx'

const text = textsIn(backupMessages, currentLanguage())
const known = { list: [], totalCount: 0, provenTime: null as string | null, provenName: null as string | null, trialProblem: '', hasKey: true }
function told(part: Partial<typeof known>): string[] {
  const html = shownWith(<BackupPage />, [answer(backup.list, { page: 1, limit: 10 }, { data: { ...known, ...part } })])
  const words = {
    never: text.neverProven,
    'no key': text.noKey,
    'set key': text.setKey,
    proven: text.proven('').trim(),
    'name.np': 'name.np',
    full: 'disk is full',
  }
  return Object.entries(words).flatMap(([name, word]) => (html.includes(word) ? [name] : []))
}

describe('above the backups stands', () => {
  test('that none was restored for proof yet', () => expect(told({})).toEqual(['never']))
  test('which one was, and when', () => expect(told({ provenTime: '2026-03-10T12:00:00.000Z', provenName: 'name.np' })).toEqual(['proven', 'name.np']))
  test('why the last proof failed', () => expect(told({ trialProblem: 'disk is full' })).toEqual(['never', 'full']))
  test('that there is no key, with the way to it', () => expect(told({ hasKey: false })).toEqual(['never', 'no key', 'set key']))
})
