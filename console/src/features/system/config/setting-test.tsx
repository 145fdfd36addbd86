import { useId, useState } from 'react'
import { CheckCircleIcon } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle'
import type { FieldValues } from 'react-hook-form'
import { config, type ConfigRecord } from '@nameplane/contract/system/config'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Select, TextInput } from '../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { primaryButton, quietButton } from '../../../ui/classes.ts'
import { Modal } from '../../../ui/modal.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { configMessages } from './config.messages.ts'

/** Where a test goes, as its field is called: a mailbox, a phone number. */
export type TestTarget = {
  readonly label: string
  readonly inputMode: 'email' | 'tel'
  /** What is sent there, where there is a choice; `joined` makes one target of both. */
  readonly choice?: {
    readonly label: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
    readonly joined: (where: string, choice: string) => string
  }
}

type SettingTestProps<Values extends FieldValues> = {
  settingKey: string
  form: RuledForm<Values>
  record: ConfigRecord
  target: TestTarget | null
  onClose: () => void
}

/** Really tries what the form holds, and says what came of it. */
export function SettingTest<Values extends FieldValues>({ settingKey, form, record, target, onClose }: SettingTestProps<Values>) {
  const text = useText(configMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const format = useFormat()
  const formId = useId()
  const [where, setWhere] = useState('')
  const [choice, setChoice] = useState(target?.choice?.options[0]?.value ?? '')
  const [result, setResult] = useState<{ isPassed: boolean; message: string } | null>(null)
  const test = useChange(config.test, { invalidates: [config.ofKey, config.list], shownIn: 'form' })
  const targetProblem = test.problem?.fields['target']
  async function run() {
    setResult(null)
    const outcome = await test.run({ paramKey: settingKey, paramValue: form.getValues(), target: target?.choice ? target.choice.joined(where, choice) : where })
    if (outcome.isDone) setResult(outcome.reply.data)
    else form.showProblem(outcome.problem)
  }
  return (
    <Modal
      title={text.testTitle}
      labels={{ close: parts.close, fullScreen: parts.fullScreen }}
      onClose={onClose}
      footer={
        <>
          <button type="button" className={quietButton} onClick={onClose}>
            {parts.close}
          </button>
          <button type="submit" form={formId} className={primaryButton} disabled={test.isRunning}>
            {test.isRunning ? text.testing : text.test}
          </button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!test.isRunning) void run()
        }}
      >
        <p className="text-sm text-kumo-subtle">{text.testHelp}</p>
        {target && (
          <TextInput
            label={target.label}
            isRequired
            inputMode={target.inputMode}
            value={where}
            error={targetProblem === undefined || !test.problem ? undefined : callProblemText(test.problem, language)}
            onChange={(event) => setWhere(event.target.value)}
          />
        )}
        {target?.choice && (
          <Select label={target.choice.label} value={choice} onChange={(event) => setChoice(event.target.value)}>
            {target.choice.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <div role="status">
          {result ? (
            <TestOutcome isPassed={result.isPassed} message={result.message} />
          ) : test.problem && targetProblem === undefined ? (
            <TestOutcome isPassed={false} message={callProblemText(test.problem, language)} />
          ) : (
            record.testedTime !== null &&
            record.isTestPassed !== null && (
              <TestOutcome
                isPassed={record.isTestPassed}
                message={`${text.lastTest(format.relativeTime(record.testedTime))}${record.testMessage === '' ? '' : ` · ${record.testMessage}`}`}
              />
            )
          )}
        </div>
      </form>
    </Modal>
  )
}

/** Whether a test passed, and what it said. */
export function TestOutcome({ isPassed, message }: { isPassed: boolean; message: string }) {
  const text = useText(configMessages)
  const Icon = isPassed ? CheckCircleIcon : WarningCircleIcon
  return (
    <div className={`flex items-start gap-2 rounded-md px-3 py-2 text-sm ${isPassed ? 'bg-kumo-success-tint' : 'bg-kumo-danger-tint'}`}>
      <Icon size={17} aria-hidden="true" className={`mt-0.5 shrink-0 ${isPassed ? 'text-kumo-success' : 'text-kumo-danger'}`} />
      <p className="min-w-0 break-words">
        <span className="font-medium">{isPassed ? text.passed : text.failed}</span>
        {message !== '' && <span className="block text-kumo-subtle">{message}</span>}
      </p>
    </div>
  )
}
