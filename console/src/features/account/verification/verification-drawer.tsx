import { useState } from 'react'
import EyeIcon from 'icon:eye'
import EyeSlashIcon from 'icon:eye-slash'
import { verification, type Verification } from '@nameplane/contract/account/verification'
import { problemText } from '@nameplane/contract/problem-text'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { FactList } from '../../../screen-parts/fact-list.tsx'
import { BesideButtons, type Beside } from '../../../screen-parts/list/beside-buttons.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { textLink } from '../../../ui/classes.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { decisionsOn, type Decision } from './decide-dialog.tsx'
import { reasonText, stateBadge } from './verification-cells.tsx'
import { verificationMessages, verificationWords } from './verification.messages.ts'

type VerificationDrawerProps = Beside & { row: Verification; onDecide: (decision: Decision) => void; onClose: () => void }

/** One verification: whose, how it stands and why, and what may be done about it. */
export function VerificationDrawer({ row, onPrevious, onNext, onDecide, onClose }: VerificationDrawerProps) {
  const text = useText(verificationMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const mayWrite = useMay('verification.write')
  return (
    <Drawer
      title={row.username}
      note={formatExactTime(row.createTime)}
      closeText={parts.close}
      onClose={onClose}
      footer={
        <>
          <div className="mr-auto flex gap-2">
            {decisionsOn(row).map((decision) => (
              <Button
                key={decision}
                look={decision === 'pass' ? 'primary' : 'quiet'}
                disabled={!mayWrite}
                title={mayWrite ? undefined : problemText('right_missing', language)}
                onClick={() => onDecide(decision)}
              >
                {text[decision]}
              </Button>
            ))}
          </div>
          {(onPrevious || onNext) && (
            <div className="flex gap-2">
              <BesideButtons onPrevious={onPrevious} onNext={onNext} />
            </div>
          )}
        </>
      }
    >
      <div className="space-y-6 p-5 text-sm">
        {/* Of the next one nothing is seen before it is asked for. */}
        <Person key={row.id} row={row} />
        <Course row={row} />
      </div>
    </Drawer>
  )
}

/** Who it is, in part; in full once asked for, until it is closed. */
function Person({ row }: { row: Verification }) {
  const text = useText(verificationMessages)
  const language = useLanguage()
  const mayWrite = useMay('verification.write')
  const maySeeUsers = useMay('user.read')
  const [seen, setSeen] = useState<{ name: string; idNumber: string } | null>(null)
  const { run, isRunning, problem, forget } = useChange(verification.reveal, { shownIn: 'form' })
  async function reveal() {
    const outcome = await run({ id: row.id })
    // It stays nowhere but on the screen.
    if (outcome.isDone) forget()
    if (outcome.isDone) setSeen(outcome.reply.data)
  }
  const label = (field: string): string => verificationWords.label(field, language)
  const Icon = seen ? EyeSlashIcon : EyeIcon
  const whose = maySeeUsers ? (
    <ScreenLink to={`/account/users/users?search=${encodeURIComponent(row.username)}`} className={textLink}>
      {row.username}
    </ScreenLink>
  ) : (
    row.username
  )
  return (
    <section className="space-y-3">
      <FactList
        facts={[
          [label('username'), whose],
          [label('name'), seen ? <Revealed key="name" label={label('name')} value={seen.name} /> : row.maskedName || '–'],
          [
            label('idNumber'),
            seen ? (
              <Revealed key="number" label={label('idNumber')} value={seen.idNumber} isNumber />
            ) : (
              <span key="masked" className="font-mono">
                {row.maskedIdNumber || '–'}
              </span>
            ),
          ],
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <QuietButton
          className="h-7 gap-1.5 px-2"
          disabled={!mayWrite || isRunning}
          title={mayWrite ? undefined : problemText('right_missing', language)}
          onClick={() => (seen ? setSeen(null) : void reveal())}
        >
          <Icon size={15} aria-hidden="true" />
          {isRunning ? text.revealing : seen ? text.hide : text.reveal}
        </QuietButton>
        <span className="text-kumo-subtle">{text.revealHelp}</span>
      </div>
      {problem?.isShown && (
        <p role="alert" className="text-kumo-danger">
          {callProblemText(problem, language)}
        </p>
      )}
    </section>
  )
}

function Revealed({ label, value, isNumber = false }: { label: string; value: string; isNumber?: boolean }) {
  return (
    <span className="-my-1 inline-flex items-center gap-1">
      <span className={isNumber ? 'font-mono' : ''}>{value}</span>
      <CopyButton text={value} label={label} />
    </span>
  )
}

function Course({ row }: { row: Verification }) {
  const text = useText(verificationMessages)
  const language = useLanguage()
  const format = useFormat()
  const label = (field: string): string => verificationWords.label(field, language)
  return (
    <section className="border-t border-kumo-line pt-5">
      <FactList
        facts={[
          [label('state'), stateBadge(row.state, language)],
          [label('reason'), reasonText(row, language)],
          [label('decidedBy'), row.decidedBy],
          [label('provider'), text.choices.provider[row.provider]],
          [label('feeCents'), row.feeCents === 0 ? text.free : format.money(row.feeCents, row.currency)],
          [label('createTime'), formatExactTime(row.createTime)],
          [label('finishTime'), row.finishTime === null ? '' : formatExactTime(row.finishTime)],
        ]}
      />
    </section>
  )
}
