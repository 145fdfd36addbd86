import { describe, expect, test } from 'vitest'
import type { ApiToken } from '@nameplane/contract/account/api-token'
import { formatDay, formatExactTime } from '../../../../i18n/format.ts'
import { cellOf } from '../../../../screen-parts/list/cells.testing.ts'
import { apiTokenList } from './api-token-list.tsx'

const [past, future] = ['2020-03-09T14:05:09Z', '2120-03-09T14:05:09Z']
const row: ApiToken = {
  id: 7,
  name: 'deploy',
  prefix: 'npk_ab',
  userId: 1,
  username: 'ada',
  scopes: null,
  dataScope: 'all',
  domainIds: [],
  domains: [],
  serviceGroupIds: [],
  rowVersion: 1,
  networks: [],
  callsPerFiveMinutes: null,
  createTime: past,
  expireTime: null,
  lastUseTime: null,
  lastUseAddress: '192.0.2.1',
}
const cell = (key: string, part: Partial<ApiToken> = {}) => cellOf(apiTokenList, key, { ...row, ...part })

describe('an API key in the list', () => {
  test('is known by its beginning, if that was kept', () => {
    expect([cell('prefix').text, cell('prefix', { prefix: '' }).text]).toEqual(['npk_ab…', ''])
  })

  test('says what it may, all or so much', () => {
    expect(cell('scopes', { scopes: ['domain.read', 'domain.write'] })).toMatchObject({ text: '2 permissions', title: 'domain.read\ndomain.write' })
    expect(cell('scopes').text).not.toMatch(/\d/)
  })

  test('says what it reaches: all of its account, or so much', () => {
    expect(cell('dataScope').text).not.toMatch(/\d/)
    expect(cell('dataScope', { dataScope: 'domains', domainIds: [3, 4], domains: [{ id: 3, domain: 'a.example' }] })).toEqual({
      text: '2 domains',
      title: 'a.example',
    })
    expect(cell('dataScope', { dataScope: 'groups', serviceGroupIds: [5] }).text).toBe('Domains of 1 service group')
    expect(cell('dataScope', { dataScope: 'domains' }).text).toBe('0 domains')
  })

  test('says where it may be used from, and how often', () => {
    expect(cell('networks', { networks: ['192.0.2.0/24', '2001:db8::/32'] })).toEqual({
      text: '192.0.2.0/24 2001:db8::/32',
      title: '192.0.2.0/24\n2001:db8::/32',
    })
    expect(cell('networks').text).not.toBe('')
    expect(cell('callsPerFiveMinutes', { callsPerFiveMinutes: 1200 }).text).toContain('1,200')
    expect(cell('callsPerFiveMinutes').text).not.toMatch(/\d/)
  })

  test('was used last at a moment from an address, or never', () => {
    expect(cell('lastUseTime', { lastUseTime: past })).toEqual({ text: formatDay(past), title: `${formatExactTime(past)} 192.0.2.1` })
    expect(cell('lastUseTime').title).toBeUndefined()
  })

  test('ends at a moment, has ended, or never ends', () => {
    expect(cell('expireTime', { expireTime: future })).toEqual({ text: formatDay(future), title: formatExactTime(future) })
    expect(cell('expireTime', { expireTime: past })).toEqual({ text: 'Expired', title: formatExactTime(past) })
    expect(cell('expireTime')).toEqual({ text: 'Never' })
  })
})
