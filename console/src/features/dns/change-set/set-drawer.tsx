import { useState } from 'react'
import DownloadSimpleIcon from 'icon:download-simple'
import { changeSet, changeSetRowStates, type ChangeSet, type ChangeSetRow, type ChangeSetRowState } from '@nameplane/contract/dns/change-set'
import '@nameplane/contract/dns/record-problems'
import '@nameplane/contract/dns/domain'
import '@nameplane/contract/dns/line'
import '@nameplane/contract/home/licence'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { download } from '../../../api/downloads.ts'
import { useCall } from '../../../api/queries.ts'
import { useOwnRights } from '../../../api/rights.ts'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { Button, LinkButton, QuietButton } from '../../../ui/button.tsx'
import { textField, textLink } from '../../../ui/classes.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { RowProblem, SkippedLines } from './row-problem.tsx'
import { rowStateBadge } from './set-cells.tsx'
import { SetFacts } from './set-facts.tsx'
import { changesText, setName, summaryText } from './set-texts.ts'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { Difference } from './plan-view.tsx'
import { useFollowedSet } from './use-followed-set.ts'
import { useSetActions } from './use-set-actions.ts'
import { WatchSection } from './watch-section.tsx'

/** Until it has, there is no result of it. */
const hasBegun = ({ state }: ChangeSet): boolean => state !== 'awaiting' && state !== 'planned'

/** One bulk operation: how far it is, looked at again and again until it has ended, and what became of each domain. */
export function SetDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const text = useText(changeSetMessages).log
  const language = useLanguage()
  const held = useOwnRights()
  const { ask, element } = useConfirm()
  const { set, problem, refresh } = useFollowedSet(id)
  const actions = useSetActions()
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <Drawer
      title={set ? `${changeSetWords.choices('kind', language)?.[set.kind]} ${setName(set)}` : text.details}
      note={set && summaryText(set, language)}
      closeText={text.close}
      width="wide"
      onClose={onClose}
      footer={
        set && (
          <>
            {hasBegun(set) && (
              <QuietButton className="mr-auto" onClick={() => void download(changeSet.result, { id })}>
                <DownloadSimpleIcon size={15} aria-hidden="true" />
                {text.download}
              </QuietButton>
            )}
            {actions
              .filter(({ right, refusal }) => (held === null || held.has(right)) && refusal(set) === null)
              .map((action) => (
                <QuietButton
                  key={action.key}
                  onClick={() => ask({ text: action.ask(set), confirmLabel: action.label, isDangerous: action.isDangerous, act: () => action.run(set) })}
                >
                  {action.label}
                </QuietButton>
              ))}
            {set.state === 'awaiting' &&
              (held === null || held.has('change_set.approve')) &&
              (['decline', 'approve'] as const).map((one) => (
                <Button key={one} look={one === 'approve' ? 'primary' : 'quiet'} refusal={set.isOwn ? text.ownDecision : null} onClick={() => setDecision(one)}>
                  {text[one]}
                </Button>
              ))}
          </>
        )
      }
    >
      {problem && !set && <Failure problem={problem} onRetry={() => void refresh()} />}
      {set && (
        <div className="space-y-6 p-5 text-sm">
          <SetFacts set={set} />
          {set.watch && <WatchSection watch={set.watch} />}
          {set.state === 'awaiting' && <WaitingDifference id={set.id} />}
          <Rows set={set} />
        </div>
      )}
      {element}
      {set && decision && <DecideDialog set={set} decision={decision} onClose={() => setDecision(null)} />}
    </Drawer>
  )
}

/** What a set that waits for approval would change as the domains are now. */
function WaitingDifference({ id }: { id: number }) {
  const text = useText(changeSetMessages).log
  const { reply, problem, refresh } = useCall(changeSet.difference, { id })
  return (
    <section aria-label={text.difference} className="flex flex-col gap-4">
      <h3 className="font-medium">{text.difference}</h3>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      {reply && <Difference plan={reply.data} />}
    </section>
  )
}

const rowsOfPage = 100

/** What became of each domain. */
function Rows({ set }: { set: ChangeSet }) {
  const text = useText(changeSetMessages).log
  const parts = useText(partsMessages)
  const language = useLanguage()
  const format = useFormat()
  const [state, setState] = useState<ChangeSetRowState | ''>('')
  const [page, setPage] = useState(1)
  const asked = { changeSetId: set.id, limit: rowsOfPage, page, ...(state === '' ? {} : { state }) }
  const { reply, problem, refresh, isLoading } = useCall(changeSet.rows, asked, { keepsPrevious: true })
  const rows = reply?.data.list ?? []
  const total = reply?.data.totalCount ?? 0
  return (
    <section aria-label={text.rows}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{text.rows}</h3>
        <select
          aria-label={changeSetWords.label('state', language)}
          className={`${textField} w-40! cursor-pointer text-sm`}
          value={state}
          onChange={(event) => {
            setPage(1)
            setState(changeSetRowStates.find((one) => one === event.target.value) ?? '')
          }}
        >
          <option value="">{text.allStates}</option>
          {changeSetRowStates.map((one) => (
            <option key={one} value={one}>
              {changeSetWords.choices('rowState', language)?.[one]}
            </option>
          ))}
        </select>
      </div>
      {problem && <Failure problem={problem} onRetry={() => void refresh()} />}
      {!problem && !isLoading && rows.length === 0 && <p className="text-kumo-subtle">{text.noRows}</p>}
      {rows.length > 0 && (
        <ul className="divide-y divide-kumo-hairline rounded-md border border-kumo-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {total > rowsOfPage && (
        <p className="mt-2 flex items-center gap-3 text-kumo-subtle tabular-nums">
          {text.range(format.number((page - 1) * rowsOfPage + 1), format.number(Math.min(page * rowsOfPage, total)), format.number(total))}
          <LinkButton refusal={page === 1 ? parts.reasons.first : null} onClick={() => setPage(page - 1)}>
            {text.previous}
          </LinkButton>
          <LinkButton refusal={page * rowsOfPage >= total ? parts.reasons.last : null} onClick={() => setPage(page + 1)}>
            {text.next}
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function Row({ row }: { row: ChangeSetRow }) {
  const language = useLanguage()
  const { domain, domainId, userId, problem, params } = row
  const name = domainToUnicode(domain)
  return (
    <li className="grid items-start gap-x-4 gap-y-0.5 px-3 py-1.5 pad:grid-cols-[minmax(0,1fr)_6rem_minmax(0,1.4fr)]">
      {domainId !== null && userId !== null ? (
        <ScreenLink to={domainPath('record', { domain, id: domainId, userId })} title={domain} className={`truncate ${textLink}`}>
          {name}
        </ScreenLink>
      ) : (
        <span className="truncate" title={domain}>
          {name}
        </span>
      )}
      {rowStateBadge(row.state, language)}
      {problem === null ? (
        <span className="min-w-0 text-kumo-subtle tabular-nums">
          {row.state === 'waiting' || row.state === 'cancelled' ? '' : changesText(row, language)}
          <SkippedLines params={params} />
        </span>
      ) : (
        <span className="min-w-0 wrap-anywhere text-kumo-danger">
          <RowProblem problem={problem} params={params} />
        </span>
      )}
    </li>
  )
}
