import type { exportFormats } from '@nameplane/contract/dns/record'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import type { recordMessages } from './record.messages.ts'

export type DomainAction = 'add' | 'explain' | 'template' | 'bulk' | 'paste' | 'import' | `export-${(typeof exportFormats)[number]}` | 'history' | 'refresh'

type Actions = { readonly buttons: readonly RowAction[]; readonly actions: readonly RowAction[] }

/** What stands beside the title, and what behind it in a menu; who may not change records still reads them. */
export function domainActions(text: (typeof recordMessages)['en'], refusal: string | null, run: (action: DomainAction) => void): Actions {
  const reading = (key: DomainAction, label: string): RowAction => ({ key, label, refusal: null, run: () => run(key) })
  const change = (key: DomainAction, label: string): RowAction => ({ ...reading(key, label), refusal })
  return {
    buttons: [change('add', text.add), reading('explain', text.explain)],
    actions: [
      change('template', text.template),
      change('import', text.import),
      change('paste', text.paste),
      change('bulk', text.bulk),
      reading('export-bind', text.exportBind),
      reading('export-json', text.exportJson),
      reading('export-csv', text.exportCsv),
      reading('export-xlsx', text.exportXlsx),
      reading('history', text.domainHistory),
      reading('refresh', text.refresh),
    ],
  }
}
