import { useText } from '../../../i18n/messages.ts'
import { primaryButton, quietButton } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/popover.tsx'
import { recordMessages } from './record.messages.ts'

export type DomainAction = 'add' | 'paste' | 'import' | 'export-bind' | 'export-json' | 'history' | 'refresh'

const item =
  'block w-full cursor-pointer rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus'

type RecordActionsProps = {
  /** Why nothing can be changed, or null. */
  refusal: string | null
  run: (action: DomainAction) => void
}

/** What can be done with the domain's records as a whole. */
export function RecordActions({ refusal, run }: RecordActionsProps) {
  const text = useText(recordMessages)
  return (
    <div className="flex items-center gap-2">
      <Popover label={text.more} trigger={text.more} triggerClassName={quietButton} className="min-w-52">
        {(close) => {
          const entry = (action: DomainAction, label: string, isChange = false) => (
            <button
              type="button"
              className={`${item} disabled:cursor-not-allowed disabled:opacity-50`}
              disabled={isChange && refusal !== null}
              title={isChange ? (refusal ?? undefined) : undefined}
              onClick={() => {
                close()
                run(action)
              }}
            >
              {label}
            </button>
          )
          return (
            <>
              {entry('import', text.import, true)}
              {entry('paste', text.paste, true)}
              {entry('export-bind', text.exportBind)}
              {entry('export-json', text.exportJson)}
              {entry('history', text.domainHistory)}
              {entry('refresh', text.refresh)}
            </>
          )
        }}
      </Popover>
      <button type="button" className={primaryButton} disabled={refusal !== null} title={refusal ?? undefined} onClick={() => run('add')}>
        {text.add}
      </button>
    </div>
  )
}
