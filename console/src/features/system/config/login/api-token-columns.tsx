import type { ApiToken } from '@nameplane/contract/account/api-token'
import { formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import type { CellTools, Column } from '../../../../screen-parts/table/column.ts'
import { apiTokenMessages } from './api-token.messages.ts'

const title = (name: keyof typeof apiTokenMessages.zh.fields) => ({ zh: apiTokenMessages.zh.fields[name], en: apiTokenMessages.en.fields[name] })
const texts = ({ language }: Pick<CellTools, 'language'>) => textsIn(apiTokenMessages, language)

export const apiTokenColumns: readonly Column<ApiToken>[] = [
  { key: 'name', title: title('name'), sidx: 'name', isFixed: true, onCard: 'title', cell: (row) => <span className="font-medium">{row.name}</span> },
  { key: 'prefix', title: title('prefix'), widthPx: 116, cell: (row) => row.prefix !== '' && <span className="font-mono">{row.prefix}…</span> },
  { key: 'username', title: title('username'), widthPx: 120, cell: (row) => row.username },
  {
    key: 'scopes',
    title: title('scopes'),
    widthPx: 160,
    onCard: 'fact',
    cell: (row, tools) =>
      row.scopes === null ? (
        texts(tools).allScopes
      ) : (
        <span title={row.scopes.join('\n')}>{texts(tools).someScopes(tools.format.number(row.scopes.length))}</span>
      ),
  },
  {
    key: 'networks',
    title: title('networks'),
    widthPx: 160,
    cell: (row, tools) =>
      row.networks.length === 0 ? (
        <span className="text-kumo-subtle">{texts(tools).anywhere}</span>
      ) : (
        <span title={row.networks.join('\n')} className="font-mono">
          {row.networks.join(' ')}
        </span>
      ),
  },
  {
    key: 'callsPerFiveMinutes',
    title: title('callsPerFiveMinutes'),
    widthPx: 132,
    isHiddenAtFirst: true,
    cell: (row, tools) => (row.callsPerFiveMinutes === null ? texts(tools).noLimit : texts(tools).calls(tools.format.number(row.callsPerFiveMinutes))),
  },
  { key: 'lastUseTime', title: title('lastUse'), sidx: 'lastUseTime', widthPx: 140, onCard: 'fact', cell: lastUse },
  { key: 'expireTime', title: title('expire'), sidx: 'expireTime', widthPx: 120, cell: expiry },
  {
    key: 'createTime',
    title: title('createTime'),
    sidx: 'createTime',
    widthPx: 120,
    isHiddenAtFirst: true,
    cell: (row, { format }) => <span title={formatExactTime(row.createTime)}>{format.relativeTime(row.createTime)}</span>,
  },
]

function lastUse(row: ApiToken, tools: CellTools) {
  if (row.lastUseTime === null) return <span className="text-kumo-subtle">{texts(tools).neverUsed}</span>
  return <span title={`${formatExactTime(row.lastUseTime)} ${row.lastUseAddress}`}>{tools.format.relativeTime(row.lastUseTime)}</span>
}

function expiry(row: ApiToken, tools: CellTools) {
  if (row.expireTime === null) return <span className="text-kumo-subtle">{texts(tools).forever}</span>
  const isOver = new Date(row.expireTime) <= new Date()
  return (
    <span title={formatExactTime(row.expireTime)} className={isOver ? 'text-kumo-danger' : ''}>
      {isOver ? texts(tools).expired : tools.format.relativeTime(row.expireTime)}
    </span>
  )
}
