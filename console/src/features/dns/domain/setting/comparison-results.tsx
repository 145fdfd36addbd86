import { useState } from 'react'
import { comparisonStates, type ComparedSet, type ComparisonState } from '@nameplane/contract/dns/domain-comparison'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { Choices } from '../../../../ui/choices.tsx'
import { comparisonMessages } from './comparison.messages.ts'

const tones: Readonly<Record<ComparisonState, Tone>> = { different: 'bad', missing: 'bad', no_answer: 'warning', equal: 'good' }
const views = ['attention', ...comparisonStates] as const
type View = (typeof views)[number]
const shownAtOnce = 100

/** What was compared so far, what needs a look first. */
export function ComparisonResults({ sets }: { sets: readonly ComparedSet[] }) {
  const text = useText(comparisonMessages)
  const format = useFormat()
  const [view, setView] = useState<View>('attention')
  const [most, setMost] = useState(shownAtOnce)
  const ofView = (one: View): readonly ComparedSet[] => sets.filter(({ state }) => (one === 'attention' ? state !== 'equal' : state === one))
  const chosen = ofView(view)
  const left = chosen.length - most
  return (
    <div className="space-y-3">
      <Choices
        label={text.show}
        options={views.map((one) => [one, `${text.views[one]} ${format.number(ofView(one).length)}`])}
        chosen={view}
        onChoose={(next) => {
          setView(next)
          setMost(shownAtOnce)
        }}
        className="inline-flex max-w-full flex-wrap overflow-hidden rounded-md border border-kumo-line"
        choiceClassName="min-h-8 px-3 tabular-nums hover:text-kumo-default focus-visible:-outline-offset-2 aria-pressed:bg-kumo-brand/10 aria-pressed:text-kumo-default"
      />
      {chosen.length === 0 ? (
        <p className="py-6 text-center text-sm text-kumo-subtle">{text.nothing}</p>
      ) : (
        <ul className="divide-y divide-kumo-hairline rounded-md border border-kumo-line text-sm">
          {chosen.slice(0, most).map((set) => (
            <SetRow key={`${set.host} ${set.type}`} set={set} />
          ))}
        </ul>
      )}
      {left > 0 && <QuietButton onClick={() => setMost(most + shownAtOnce)}>{text.more(Math.min(left, shownAtOnce))}</QuietButton>}
    </div>
  )
}

function SetRow({ set }: { set: ComparedSet }) {
  const text = useText(comparisonMessages)
  return (
    <li className="grid gap-x-4 gap-y-2 px-3 py-2.5 pad:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-mono text-xs/5 font-medium wrap-anywhere">{set.host}</span>
          <span className="text-kumo-subtle">{set.type}</span>
        </p>
        <Badge tone={tones[set.state]} text={text.views[set.state]} />
        {set.host.startsWith('*') && <p className="text-xs text-kumo-subtle wrap-anywhere">{text.asked(set.name)}</p>}
      </div>
      <div className="min-w-0">
        <p className="text-xs text-kumo-subtle">{text.ours}</p>
        <Values {...set.ours} />
      </div>
      <div className="min-w-0 space-y-2">
        {grouped(set.theirs).map(({ servers, answer }) => (
          <div key={servers.join(' ')}>
            <p className="text-xs text-kumo-subtle wrap-anywhere">{servers.join(' · ')}</p>
            <TheirAnswer answer={answer} />
          </div>
        ))}
      </div>
    </li>
  )
}

type Theirs = ComparedSet['theirs'][number]

/** Servers that said the same, together. */
function grouped(theirs: readonly Theirs[]): { servers: string[]; answer: Theirs }[] {
  const groups = new Map<string, { servers: string[]; answer: Theirs }>()
  for (const answer of theirs) {
    const key = JSON.stringify({ ...answer, server: '' })
    const group = groups.get(key)
    if (group) group.servers.push(answer.server)
    else groups.set(key, { servers: [answer.server], answer })
  }
  return [...groups.values()]
}

function TheirAnswer({ answer }: { answer: Theirs }) {
  const text = useText(comparisonMessages)
  if (answer.failure === null) return <Values {...answer} />
  const failure = text.failures[answer.failure]
  return <p className="text-np-warning">{answer.code === '' ? failure : text.failure(failure, answer.code)}</p>
}

function Values({ values, ttlSeconds }: { values: readonly string[]; ttlSeconds: number | null }) {
  const text = useText(comparisonMessages)
  if (values.length === 0) return <p className="text-kumo-subtle">{text.noValues}</p>
  return (
    <>
      {values.map((value, index) => (
        <p key={index} className="font-mono text-xs/5 wrap-anywhere">
          {value}
        </p>
      ))}
      {ttlSeconds !== null && <p className="text-xs text-kumo-subtle tabular-nums">{text.ttl(String(ttlSeconds))}</p>}
    </>
  )
}
