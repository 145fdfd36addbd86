import type { record } from '@nameplane/contract/dns/record'
import type { Sent } from '@nameplane/contract/endpoint'
import { ttlOf } from '../../../../entities/record/ttl-text.ts'

type SentBulk = Sent<typeof record.bulk>
export type BulkAction = SentBulk['action']
/** Which records: as the list is filtered. */
export type BulkFilter = Pick<Sent<typeof record.list>, 'search' | 'host' | 'type' | 'line' | 'status'>

/** What is typed and chosen; what belongs to other actions stays and is not sent. */
export type BulkChoices = {
  readonly action: BulkAction
  readonly ttl: string
  readonly line: string
  readonly find: string
  readonly replace: string
  readonly lines: readonly string[]
}

export const nothingChosen: BulkChoices = { action: 'ttl', ttl: '600', line: 'default', find: '', replace: '', lines: [] }

/** Whether leaving loses more than the one press that chooses an action or a line. */
export const isTyped = ({ ttl, find, replace, lines }: BulkChoices): boolean => ttl !== nothingChosen.ttl || find !== '' || replace !== '' || lines.length > 0

export type BulkChange = Pick<SentBulk, 'action' | 'ttl' | 'lines' | 'find' | 'replace'>
export type BulkProblem = { readonly field: 'ttl' | 'find' | 'lines'; readonly code: 'bad_ttl' | 'required' }

/** What is sent of the choices, or the first that is missing or wrong. */
export function changeOf({ action, ttl, line, find, replace, lines }: BulkChoices): BulkChange | BulkProblem {
  switch (action) {
    case 'ttl': {
      const seconds = ttlOf(ttl)
      return seconds === null ? { field: 'ttl', code: 'bad_ttl' } : { action, ttl: seconds }
    }
    case 'line':
      return { action, lines: [line] }
    case 'value':
      return find === '' ? { field: 'find', code: 'required' } : { action, find, replace }
    case 'copy':
      return lines.length === 0 ? { field: 'lines', code: 'required' } : { action, lines: [...lines] }
    default:
      return { action }
  }
}
