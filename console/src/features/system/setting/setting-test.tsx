import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { setting, type SettingRecord } from '@nameplane/contract/system/setting'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Select, TextInput } from '../../../screen-parts/form/labelled.tsx'
import type { RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { settingMessages } from './setting.messages.ts'
import type { Members } from './setting-members.ts'
import { TestDialog, type Outcome } from './test-dialog.tsx'

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

type SettingTestProps = {
  settingKey: string
  form: RuledForm<FieldValues>
  values: () => Members
  record: SettingRecord
  target: TestTarget | null
  onClose: () => void
}

/** Really tries what the form holds, and says what came of it. */
export function SettingTest({ settingKey, form, values, record, target, onClose }: SettingTestProps) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const format = useFormat()
  const [where, setWhere] = useState('')
  const [choice, setChoice] = useState(target?.choice?.options[0]?.value ?? '')
  const [result, setResult] = useState<Outcome | null>(null)
  const test = useChange(setting.test, { invalidates: [setting.ofKey, setting.list], success: null, shownIn: 'form' })
  const refusal = test.problem && callProblemText(test.problem, language)
  const isTargetRefused = test.problem?.fields['target'] !== undefined
  async function run() {
    setResult(null)
    const outcome = await test.run({ paramKey: settingKey, paramValue: values(), target: target?.choice ? target.choice.joined(where, choice) : where })
    if (outcome.isDone) setResult(outcome.reply.data)
    else form.showProblem(outcome.problem)
  }
  const lastOutcome = (): Outcome | null => {
    const { testedTime, isTestPassed, testMessage } = record
    if (testedTime === null || isTestPassed === null) return null
    const when = text.lastTest(format.relativeTime(testedTime))
    return { isPassed: isTestPassed, message: testMessage === '' ? when : `${when} · ${testMessage}` }
  }
  return (
    <TestDialog
      title={text.testTitle}
      help={text.testHelp}
      runLabel={text.test}
      runningLabel={text.testing}
      isRunning={test.isRunning}
      outcome={result ?? (refusal !== null && !isTargetRefused ? { isPassed: false, message: refusal } : lastOutcome())}
      onRun={() => void run()}
      onClose={onClose}
    >
      {target && (
        <TextInput
          label={target.label}
          isRequired
          inputMode={target.inputMode}
          value={where}
          error={isTargetRefused ? (refusal ?? undefined) : undefined}
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
    </TestDialog>
  )
}
