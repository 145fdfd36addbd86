import { printWorkbook } from '../../../spreadsheet/workbook.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'record.list': ({ domainId }) => ({ domainId, page: 1, limit: 50, sidx: 'host', order: 'asc', search: 'w', type: 'A' }),
  'record.apply': ({ domainId, domainVersion, recordIds }) => ({
    domainId,
    version: domainVersion,
    changes: [
      {
        op: 'update',
        id: recordIds[0],
        base: domainVersion,
        record: { host: 'www', type: 'A', line: 'default', value: '192.0.2.9', ttl: 600, weight: null, priority: null, remark: 'moved', status: 1 },
      },
      { op: 'add', record: { host: 'new', type: 'AAAA', line: 'default', value: '2001:db8::1', ttl: 60, remark: '', status: 1 } },
      { op: 'delete', id: recordIds[3] },
    ],
    acknowledged: [],
    dryRun: false,
  }),
  'record.bulk': ({ domainId, domainVersion }) => ({
    domainId,
    version: domainVersion,
    filter: { search: 'w', host: 'www', type: 'A', line: 'default', status: 1 },
    action: 'ttl',
    ttl: 120,
    lines: ['default'],
    find: '192',
    replace: '198',
    acknowledged: [],
    dryRun: false,
  }),
  'record.import': ({ domainId }) => ({
    domainId,
    format: 'bind',
    text: 'imported 300 IN A 192.0.2.77\n',
    mode: 'add',
    skipRefused: false,
    acknowledged: [],
    dryRun: false,
  }),
  'record.workbook': ({ domainId }) => ({
    domainId,
    content: Buffer.from(printWorkbook({ sheet: 'records', header: ['Host', 'Type', 'Value'], rows: [['www', 'A', '192.0.2.1']] })).toString('base64'),
  }),
  'record.export': ({ domainId }) => ({ domainId, format: 'bind' }),
  'record.history': ({ domainId }) => ({ domainId }),
  'record.revision': ({ domainId, domainVersion }) => ({ domainId, version: domainVersion }),
  'record.moment': ({ domainId }) => ({ domainId, at: new Date(Date.now() + 60_000).toISOString(), part: 'records' }),
  'record.restore': ({ domainId, domainVersion }) => ({ domainId, version: domainVersion - 1, acknowledged: [], dryRun: false }),
  'record.publication': ({ domainId }) => ({ domainId }),
}
