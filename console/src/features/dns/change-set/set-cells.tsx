import type { ChangeSet, ChangeSetRowState, ChangeSetState } from '@nameplane/contract/dns/change-set'
import type { WatchState } from '@nameplane/contract/dns/change-set-watch'
import type { Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Formats } from '../../../i18n/use-format.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { changeSetMessages } from './change-set.messages.ts'

const tones: Readonly<Record<ChangeSetState, Tone>> = {
  awaiting: 'warning',
  planned: 'neutral',
  running: 'warning',
  done: 'good',
  partly: 'warning',
  failed: 'bad',
  cancelled: 'neutral',
  undone: 'neutral',
  declined: 'bad',
  expired: 'neutral',
}

export const stateBadge = (state: ChangeSetState, language: Language) => (
  <Badge tone={tones[state]} text={textsIn(changeSetMessages, language).choices.state[state]} />
)

const watchTones: Readonly<Record<WatchState, Tone>> = {
  pending: 'neutral',
  watching: 'warning',
  passed: 'good',
  unjudged: 'neutral',
  reverted: 'bad',
  stuck: 'bad',
  stopped: 'neutral',
  undone: 'neutral',
  nothing: 'neutral',
}

export const watchBadge = (state: WatchState, language: Language) => (
  <Badge tone={watchTones[state]} text={textsIn(changeSetMessages, language).choices.watchState[state]} />
)

const rowTones: Readonly<Record<ChangeSetRowState, Tone>> = { waiting: 'neutral', done: 'good', failed: 'bad', cancelled: 'neutral', undone: 'neutral' }

export const rowStateBadge = (state: ChangeSetRowState, language: Language) => (
  <Badge tone={rowTones[state]} text={textsIn(changeSetMessages, language).choices.rowState[state]} />
)

export const endedOf = ({ done, undone, failed, cancelled }: ChangeSet): number => done + undone + failed + cancelled

/** How far a set is, and how many domains failed. */
export function progressText(set: ChangeSet, language: Language, format: Formats): string {
  const text = textsIn(changeSetMessages, language).log
  const progress = text.progress(format.number(endedOf(set)), set.domains)
  return set.failed === 0 ? progress : `${progress}${language === 'zh' ? '，' : ', '}${text.failedCount(format.number(set.failed))}`
}

/** The same as a bar. */
export function ProgressBar({ set, label }: { set: ChangeSet; label: string }) {
  const shares = [
    ['bg-kumo-success', set.done],
    ['bg-np-field-hover', set.undone + set.cancelled],
    ['bg-kumo-danger', set.failed],
  ] as const
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={set.domains}
      aria-valuenow={endedOf(set)}
      className="flex h-1.5 w-full overflow-hidden rounded-full bg-kumo-recessed"
    >
      {shares.map(([colour, count]) => (
        <span key={colour} className={colour} style={{ width: `${(count / Math.max(1, set.domains)) * 100}%` }} />
      ))}
    </div>
  )
}
