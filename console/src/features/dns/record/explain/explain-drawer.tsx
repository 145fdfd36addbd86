import { useState } from 'react'
import { explain } from '@nameplane/contract/dns/explain'
import { line } from '@nameplane/contract/dns/line'
import { fieldText, textOfProblem } from '../../../../api/problem-text.ts'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { textLink } from '../../../../ui/classes.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { Answers } from './answers.tsx'
import { rememberClient, rememberedClient } from './client-memory.ts'
import { ExplainForm, questionProblems, type Question } from './explain-form.tsx'
import { explainMessages } from './explain.messages.ts'
import { FoundSteps } from './found-steps.tsx'
import { MatchedLine } from './matched-line.tsx'

type ExplainDrawerProps = {
  domainId: number
  /** As people read it. */
  domainName: string
  /** Relative to the domain, `@` for itself. */
  host: string
  type: string
  onClose: () => void
}

/** Why a client gets the answer it gets, beside what a node answers right now. */
export function ExplainDrawer({ domainId, domainName, host, type, onClose }: ExplainDrawerProps) {
  const text = useText(explainMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const lines = useLines(domainId)
  const [question, setQuestion] = useState<Question>(() => ({ client: rememberedClient(), host, type }))
  const [asked, setAsked] = useState<Question | null>(() => (Object.keys(questionProblems(question)).length === 0 ? question : null))
  const [refused, setRefused] = useState<ReturnType<typeof questionProblems>>({})
  const { reply, problem, isLoading, isRefreshing, refresh } = useCall(explain.record, asked && { domainId, ...asked }, { keepsPrevious: true })
  const isRunning = asked !== null && (isLoading || isRefreshing)
  const isFieldProblem = problem !== null && Object.keys(problem.fields).some((field) => field in question)

  function ask(typed: Question): void {
    const next = {
      client: typed.client.trim(),
      host: typed.host.trim() === '' ? '@' : typed.host.trim(),
      type: typed.type.trim() === '' ? 'A' : typed.type.trim().toUpperCase(),
    }
    setQuestion(next)
    const problems = questionProblems(next)
    setRefused(problems)
    if (Object.keys(problems).length > 0) return
    rememberClient(next.client)
    if (asked && asked.client === next.client && asked.host === next.host && asked.type === next.type) void refresh()
    else setAsked(next)
  }

  return (
    <Drawer title={text.title} note={domainName} closeText={parts.close} width="wide" onClose={onClose}>
      <ExplainForm
        question={question}
        domainName={domainName}
        lines={lines}
        isRunning={isRunning}
        onAsk={ask}
        wrong={{
          client: refused.client ? textOfProblem(refused.client, language) : fieldText(problem, 'client', language),
          host: fieldText(problem, 'host', language),
          type: refused.type ? textOfProblem(refused.type, language, { type: question.type }) : fieldText(problem, 'type', language),
        }}
        onChange={(change) => {
          setQuestion((before) => ({ ...before, ...change }))
          setRefused({})
        }}
      />
      <div aria-live="polite" aria-busy={isRunning}>
        {asked === null && <Empty title={text.emptyTitle} help={text.emptyHelp} />}
        {asked !== null && isLoading && <LoadingParts />}
        {problem?.isShown && !isFieldProblem && <Failure problem={problem} onRetry={() => void refresh()} />}
        {reply && !problem && (
          <div className="space-y-6 px-5 py-4">
            <Answers explanation={reply.data.explanation} wire={reply.data.wire} wireProblem={reply.data.wireProblem} lines={lines} />
            <MatchedLine explanation={reply.data.explanation} lines={lines} />
            <FoundSteps explanation={reply.data.explanation} lines={lines} />
            <Sources domainId={domainId} />
          </div>
        )}
      </div>
    </Drawer>
  )
}

/** Whose data the lines rest on; their licences ask that they are named. */
function Sources({ domainId }: { domainId: number }) {
  const text = useText(explainMessages)
  const { reply } = useCall(line.tree, { domainId }, { freshSeconds: 60 })
  const sources = reply?.data.sources ?? []
  if (sources.length === 0) return null
  return (
    <footer className="border-t border-kumo-hairline pt-3 text-xs text-kumo-subtle">
      <p className="flex flex-wrap gap-x-3 gap-y-1">
        <span>{text.data}</span>
        {sources.map((source) => (
          <span key={source.name} title={source.date === '' ? undefined : text.dataOf(source.date)}>
            <a href={source.url} target="_blank" rel="noreferrer" className={`${textLink} underline`}>
              {source.name}
            </a>{' '}
            {source.licence}
          </span>
        ))}
      </p>
    </footer>
  )
}

function LoadingParts() {
  return (
    <div className="space-y-4 px-5 py-4">
      <div className="h-9 animate-pulse rounded-md bg-kumo-recessed" />
      <div className="grid gap-3 pad:grid-cols-2">
        {[1, 2].map((part) => (
          <div key={part} className="h-32 animate-pulse rounded-md bg-kumo-recessed" />
        ))}
      </div>
      <div className="h-40 animate-pulse rounded-md bg-kumo-recessed" />
    </div>
  )
}
