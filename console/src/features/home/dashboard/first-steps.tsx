import { useState, type ReactNode } from 'react'
import CheckCircleIcon from 'icon:check-circle'
import CircleDashedIcon from 'icon:circle-dashed'
import XIcon from 'icon:x'
import { dashboard, type FirstStep } from '@nameplane/contract/home/dashboard'
import type { Reply } from '@nameplane/contract/endpoint'
import { useCall } from '../../../api/queries.ts'
import { useCallerId } from '../../../api/rights.ts'
import { keepText, keptText } from '../../../browser/local-storage.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CopyableCommand } from './copyable-command.tsx'
import { firstStepsMessages } from './first-steps.messages.ts'
import { Panel } from './panel.tsx'

type Steps = Reply<typeof dashboard.firstSteps>['data']

/** So that the tick comes while one still looks at the terminal. */
const everySeconds = 5

/** What a new platform still needs, until all of it is done or this account waves it away in this browser; then `otherwise`. */
export function FirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const callerId = useCallerId()
  const [isDismissed, setDismissed] = useState(false)
  const dismissedKey = `first-steps:${callerId}`
  const isWanted = callerId !== null && !isDismissed && keptText(dismissedKey) !== 'dismissed'
  const { reply, problem } = useCall(dashboard.firstSteps, isWanted ? {} : null)
  if (isWanted && !reply && !problem) return null
  if (!isWanted || !reply || reply.data.steps.every(({ isDone }) => isDone)) return otherwise
  return (
    <OpenSteps
      onDismiss={() => {
        keepText(dismissedKey, 'dismissed')
        setDismissed(true)
      }}
    />
  )
}

function OpenSteps({ onDismiss }: { onDismiss: () => void }) {
  const text = useText(firstStepsMessages)
  const { reply } = useCall(dashboard.firstSteps, {}, { everySeconds })
  if (!reply) return null
  const { steps } = reply.data
  return (
    <div className="mb-4">
      <Panel
        title={text.title}
        note={text.progress(steps.filter(({ isDone }) => isDone).length, steps.length)}
        actions={<IconButton label={text.dismiss} onClick={onDismiss} icon={<XIcon size={14} />} />}
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
