import { describe, expect, test } from 'vitest'
import type { Backup } from '@nameplane/contract/system/backup'
import { backupPartNames, backupParts } from '@nameplane/contract/system/backup-parts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { cellOf } from '../../../../screen-parts/list/cells.testing.ts'
import { backupList } from './backup-list.tsx'
import { backupMessages } from './backup.messages.ts'

const [made, verified, proven] = ['2020-03-09T14:05:09Z', '2020-03-10T14:05:09Z', '2020-03-11T14:05:09Z']
const row: Backup = {
  name: 'nameplane-20200309-000000000001.npb',
  createTime: made,
  origin: 'manual',
  madeBy: 'ada',
  bytes: 1_250_000,
  sha256: '0123456789abcdef0123456789abcdef',
  parts: [...backupPartNames],
  rows: 10,
  productVersion: '0.1.0',
  isConfiguredKey: true,
  verifyTime: null,
  provenTime: null,
}
const cell = (key: string, part: Partial<Backup> = {}) => cellOf(backupList, key, { ...row, ...part })

describe('a backup in the list', () => {
  test('says how far it was checked, and when', () => {
    expect(cell('state')).toEqual({ text: 'Not verified', tone: 'neutral' })
    expect(cell('state', { verifyTime: verified })).toEqual({ text: 'Verified', tone: 'good', title: formatExactTime(verified) })
    expect(cell('state', { verifyTime: verified, provenTime: proven })).toEqual({ text: 'Test-restored', tone: 'good', title: formatExactTime(proven) })
  })

  test('says what it holds', () => {
    const [first, second] = ['domains', 'accounts'] as const
    expect(cell('parts').text).toBe('All')
    expect(cell('parts', { parts: [first] }).text).toBe(backupParts[first].en)
    expect(cell('parts', { parts: [first, second] }).text).toBe(`${backupParts[first].en} and ${backupParts[second].en}`)
  })

  test('that somebody made by hand says who', () => {
    const { text } = cell('origin', { madeBy: '' })
    expect(cell('origin').text).toBe(`ada · ${text}`)
    expect(cell('origin', { origin: 'schedule' }).text).not.toContain('ada')
  })

  test('says which key opens it, as far as that is known', () => {
    const { configuredKey, ownKey } = textsIn(backupMessages, 'en')
    const texts = [cell('key').text, cell('key', { isConfiguredKey: false }).text, cell('key', { origin: 'unknown' }).text]
    expect(texts).toEqual([configuredKey, ownKey, ''])
  })

  test('shows both ends of its fingerprint, if it has one', () => {
    expect(cell('sha256')).toEqual({ text: '01234567…9abcdef', title: row.sha256 })
    expect(cell('sha256', { sha256: null })).toEqual({ text: '' })
    expect([cell('size').text, cell('version').text, cell('name').text]).toEqual(['1.3 MB', '0.1.0', row.name])
    expect(cell('name').title).toBe(row.name)
  })
})
