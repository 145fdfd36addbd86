import type { ChangeSet } from '@nameplane/contract/dns/change-set'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { FactList, type Fact } from '../../../screen-parts/fact-list.tsx'
import { textLink } from '../../../ui/classes.ts'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { ProgressBar, progressText, stateBadge } from './set-cells.tsx'
import { changesText } from './set-texts.ts'

/** How far a bulk operation is, whose it is, and when what was done with it. */
export function SetFacts({ set }: { set: ChangeSet }) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const format = useFormat()
  const label = (field: string): string => changeSetWords.label(field, language)
  const progress = progressText(set, language, format)
  const moment = (time: string | null): string => (time === null ? '' : formatExactTime(time))
  const facts: readonly Fact[] = [
    [label('state'), stateBadge(set.state, language)],
    [
      label('domains'),
      <div key="progress" className="max-w-md">
        <p role="status" className="mb-1 tabular-nums">
          {progress}
        </p>
        <ProgressBar set={set} label={progress} />
      </div>,
    ],
    [text.resultOf, set.state === 'awaiting' ? '' : changesText(set, language)],
    [label('author'), set.author],
    [label('createTime'), moment(set.createTime)],
    [label('dueTime'), set.dueTime === set.createTime ? '' : moment(set.dueTime)],
    [label('startTime'), moment(set.startTime)],
    [label('endTime'), moment(set.endTime)],
    [label('approvalUntil'), set.state === 'awaiting' ? moment(set.approvalUntil) : ''],
    [label('approver'), set.approver ?? ''],
    [label('decideTime'), moment(set.decideTime)],
    [label('approvalRemark'), set.approvalRemark],
    [
      label('undoesId'),
      set.undoesId === null ? (
        ''
      ) : (
        <ScreenLink key="undoes" to={`/dns/domain/bulk/log?set=${set.undoesId}`} className={textLink}>
          {text.log.openUndone(String(set.undoesId))}
        </ScreenLink>
      ),
    ],
  ]
  return <FactList facts={facts} />
}
