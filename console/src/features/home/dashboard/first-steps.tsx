import { useCallback, useMemo } from 'react'
import CheckCircleIcon from 'icon:check-circle'
import CircleDashedIcon from 'icon:circle-dashed'
import XIcon from 'icon:x'
import { preference } from '@nameplane/contract/account/preference'
import { dashboard, type FirstStep } from '@nameplane/contract/home/dashboard'
import type { Reply } from '@nameplane/contract/endpoint'
import { useCall, useChange, type CallState } from '../../../api/queries.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useText } from '../../../i18n/messages.ts'
import { usePageCommands } from '../../../routing/page-commands.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CopyableCommand } from './copyable-command.tsx'
import { firstStepsMessages } from './first-steps.messages.ts'
import { Panel } from './panel.tsx'

type Steps = Reply<typeof dashboard.firstSteps>['data']

/** So that the tick comes while one still looks at the terminal. */
const everySeconds = 5

type FirstStepsState = {
  /** Null until it is known; `done` also where they could not be asked for. */
  readonly state: 'shown' | 'hidden' | 'done' | null
  readonly setHidden: (isHidden: boolean) => void
}

/** Whether the first steps of a new platform are shown: until all of them are done, or this account hides them. Hidden ones can be brought back. */
export function useFirstSteps(): FirstStepsState {
  const text = useText(firstStepsMessages)
  const kept = useCall(preference.firstSteps, {})
  const steps = useCall(dashboard.firstSteps, {})
  const { run } = useChange(preference.saveFirstSteps, { invalidates: [preference.firstSteps], success: null })
  const state = stateOf(kept, steps)
  const setHidden = useCallback((isHidden: boolean) => void run({ isHidden }), [run])
  usePageCommands(useMemo(() => (state === 'hidden' ? [{ key: 'first-steps', label: text.show, run: () => setHidden(false) }] : []), [state, text, setHidden]))
  return { state, setHidden }
}

function stateOf(kept: CallState<typeof preference.firstSteps>, steps: CallState<typeof dashboard.firstSteps>): FirstStepsState['state'] {
  if (steps.reply?.data.steps.every(({ isDone }) => isDone) || (steps.problem && !steps.reply)) return 'done'
  if (kept.problem && !kept.reply) return 'done'
  if (!kept.reply || !steps.reply) return null
  return kept.reply.data.isHidden ? 'hidden' : 'shown'
}

/** What a new platform still needs, with a tick for what is done. */
export function FirstSteps({ onHide }: { onHide: () => void }) {
  const text = useText(firstStepsMessages)
  const { reply } = useCall(dashboard.firstSteps, {}, { everySeconds })
  if (!reply) return null
  const { steps } = reply.data
  return (
    <div className="mb-4">
      <Panel
        title={text.title}
        note={text.progress(steps.filter(({ isDone }) => isDone).length, steps.length)}
        actions={<IconButton label={text.hide} onClick={onHide} icon={<XIcon size={14} />} />}
      >
        <ol>
          {steps.map(({ step, isDone }) => (
            <li key={step} className="flex items-start gap-3 border-b border-kumo-hairline px-4 py-2 text-sm last:border-0">
              {isDone ? (
                <CheckCircleIcon size={18} role="img" aria-label={text.isDone} className="mt-px shrink-0 text-kumo-success" />
              ) : (
                <CircleDashedIcon size={18} role="img" aria-label={text.isOpen} className="mt-px shrink-0 text-kumo-subtle" />
              )}
              <div className="min-w-0 flex-1">
                <ScreenLink to={pathOf(step, reply.data)} className={isDone ? 'text-kumo-subtle hover:underline' : textLink}>
                  {text.steps[step].title}
                </ScreenLink>
                {!isDone && <StepHelp step={step} steps={reply.data} />}
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

function StepHelp({ step, steps: { query } }: { step: FirstStep; steps: Steps }) {
  const text = useText(firstStepsMessages)
  if (step === 'answer' && !query) return <p className="text-kumo-subtle">{text.answerWaits}</p>
  return (
    <>
      <p className="text-kumo-subtle">{text.steps[step].help}</p>
      {step === 'answer' && query && (
        <div className="mt-1.5 flex">
          <CopyableCommand command={`dig @${reachable(query.address)} -p ${query.port} ${query.domain}`} />
        </div>
      )}
      {step === 'administrators' && (
        <ScreenLink to="/account/security" className={textLink}>
          {text.secondFactor}
        </ScreenLink>
      )}
    </>
  )
}

/** Nobody can be asked at the address that stands for all of a machine's own: there it is where this console is. */
const reachable = (address: string): string => (address === '0.0.0.0' || address === '::' ? location.hostname : address)

function pathOf(step: FirstStep, { groupId, query }: Steps): string {
  const paths: Readonly<Record<FirstStep, string>> = {
    nameservers: groupId === null ? '/dns/serve/group' : `/dns/serve/group?open=edit&row=${groupId}`,
    domain: '/dns/domain/list?open=add',
    answer: query ? recordsPath(query) : '/dns/domain/list',
    administrators: '/account/users/admins?open=add',
    email: '/system/config/email/config',
  }
  return paths[step]
}
