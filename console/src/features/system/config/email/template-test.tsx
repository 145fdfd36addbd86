import { useId, useState } from 'react'
import { letter } from '@nameplane/contract/system/letter'
import type { LetterWords } from '@nameplane/contract/system/mail/letter-defaults'
import type { LetterScenarioKey } from '@nameplane/contract/system/mail/letter-scenarios'
import { callProblemText, fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { primaryButton, quietButton } from '../../../../ui/classes.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { TestOutcome } from '../setting-test.tsx'
import { templateMessages } from './template.messages.ts'

type TemplateTestProps = { scenario: LetterScenarioKey; language: 'zh' | 'en'; words: LetterWords; onClose: () => void }

/** Sends what is written now to a mailbox, and says what came of it. */
export function TemplateTest({ scenario, language: tongue, words, onClose }: TemplateTestProps) {
  const text = useText(templateMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const formId = useId()
  const [target, setTarget] = useState('')
  const [result, setResult] = useState<{ isPassed: boolean; message: string } | null>(null)
  const test = useChange(letter.test, { invalidates: [letter.list], shownIn: 'form' })
  const targetError = test.problem ? fieldText(test.problem, 'target', language) : undefined

  async function run() {
    setResult(null)
    const { subject, html, text: plain } = words
    const outcome = await test.run({ scenario, language: tongue, subject, html, text: plain, target })
    if (outcome.isDone) setResult(outcome.reply.data)
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
        <TextInput
          label={text.target}
          isRequired
          inputMode="email"
          value={target}
          error={targetError ?? undefined}
          onChange={(event) => setTarget(event.target.value)}
        />
        <div role="status">
          {result ? (
            <TestOutcome isPassed={result.isPassed} message={result.message} />
          ) : (
            test.problem && !targetError && <TestOutcome isPassed={false} message={callProblemText(test.problem, language)} />
          )}
        </div>
      </form>
    </Modal>
  )
}
