import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import { formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { defineList } from '../../../../screen-parts/list/list-definition.tsx'
import { timeSince } from '../../../../screen-parts/list/list-cells.tsx'
import type { CellTools } from '../../../../screen-parts/table/column.ts'
import { twoLines } from '../../../../screen-parts/table/table-row.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'

const texts = ({ language }: Pick<CellTools, 'language'>) => textsIn(apiTokenMessages, language)

const lastUse = (row: ApiToken, tools: CellTools) => timeSince(row.lastUseTime, texts(tools).neverUsed, tools, row.lastUseAddress)

function expiry(row: ApiToken, tools: CellTools) {
  if (row.expireTime === null) return <span className="text-kumo-subtle">{texts(tools).forever}</span>
  const isOver = new Date(row.expireTime) <= new Date()
  return (
    <span title={formatExactTime(row.expireTime)} className={isOver ? 'text-kumo-danger' : ''}>
      {isOver ? texts(tools).expired : tools.format.relativeTime(row.expireTime)}
    </span>
  )
}

function reach(row: ApiToken, tools: CellTools) {
  const text = texts(tools)
  if (row.dataScope === 'all') return <span className={`text-kumo-subtle ${twoLines}`}>{text.choices.dataScope.all}</span>
  const count = row.dataScope === 'domains' ? row.domainIds.length : row.serviceGroupIds.length
  return (
    <span title={row.domains.map(({ domain }) => domain).join('\n') || undefined} className={`${twoLines} ${count === 0 ? 'text-kumo-danger' : ''}`}>
      {row.dataScope === 'domains' ? text.someDomains(count) : text.someGroups(count)}
    </span>
  )
}

export const apiTokenList = defineList(apiToken.list, {
  name: 'api-token',
  words: apiTokenWords,
  rowName: (row) => row.name,
  filters: ['search'],
  columns: [
    {
      key: 'name',
      isFixed: true,
      onCard: 'title',
      cell: (row) => (
        <span title={row.name} className={`font-medium wrap-anywhere ${twoLines}`}>
          {row.name}
        </span>
      ),
    },
    { key: 'prefix', widthPx: 116, cell: (row) => row.prefix !== '' && <span className="font-mono">{row.prefix}…</span> },
    { key: 'username', widthPx: 110 },
    {
      key: 'scopes',
      widthPx: 150,
      onCard: 'fact',
      cell: (row, tools) =>
        row.scopes === null ? (
          <span className={twoLines}>{texts(tools).allScopes}</span>
        ) : (
          <span title={row.scopes.join('\n')}>{texts(tools).someScopes(row.scopes.length)}</span>
        ),
    },
    { key: 'dataScope', widthPx: 130, onCard: 'fact', cell: reach },
    {
      key: 'networks',
      widthPx: 144,
      cell: (row, tools) =>
        row.networks.length === 0 ? (
          <span className="text-kumo-subtle">{texts(tools).anywhere}</span>
        ) : (
          <span title={row.networks.join('\n')} className={`font-mono ${twoLines}`}>
            {row.networks.join(' ')}
          </span>
        ),
    },
    {
      key: 'callsPerFiveMinutes',
      widthPx: 132,
      isHiddenAtFirst: true,
      cell: (row, tools) => (row.callsPerFiveMinutes === null ? texts(tools).noLimit : texts(tools).calls(tools.format.number(row.callsPerFiveMinutes))),
    },
    { key: 'lastUseTime', widthPx: 120, onCard: 'named', cell: lastUse },
    { key: 'expireTime', widthPx: 110, cell: expiry },
    { key: 'createTime', widthPx: 120, isHiddenAtFirst: true },
  ],
})
