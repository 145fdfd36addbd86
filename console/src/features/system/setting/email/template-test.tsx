import { useState } from 'react'
import { email } from '@nameplane/contract/system/email'
import type { EmailWords } from '@nameplane/contract/system/email/email-defaults'
import type { EmailScenarioKey } from '@nameplane/contract/system/email/email-scenarios'
import { callProblemText, fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { TestDialog, type Outcome } from '../test-dialog.tsx'
import { templateMessages } from './template.messages.ts'

type TemplateTestProps = { scenario: EmailScenarioKey; language: 'zh' | 'en'; words: EmailWords; onClose: () => void }

/** Sends what is written now to a mailbox, and says what came of it. */
export function TemplateTest({ scenario, language: tongue, words, onClose }: TemplateTestProps) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const [target, setTarget] = useState('')
  const [result, setResult] = useState<Outcome | null>(null)
  const test = useChange(email.test, { invalidates: [email.list], success: null, shownIn: 'form' })
  const targetError = test.problem ? fieldText(test.problem, 'target', language) : undefined
  async function run() {
    setResult(null)
    const { subject, html, text: plain } = words
    const outcome = await test.run({ scenario, language: tongue, subject, html, text: plain, target })
    if (outcome.isDone) setResult(outcome.reply.data)
  }
  const refused = test.problem && !targetError ? { isPassed: false, message: callProblemText(test.problem, language) } : null
  return (
    <TestDialog
      title={text.testTitle}
      help={text.testHelp}
      runLabel={text.test}
      runningLabel={text.testing}
      isRunning={test.isRunning}
      outcome={result ?? refused}
      onRun={() => void run()}
      onClose={onClose}
    >
      <TextInput
        label={text.target}
        isRequired
        inputMode="email"
        value={target}
        error={targetError ?? undefined}
        onChange={(event) => setTarget(event.target.value)}
      />
    </TestDialog>
  )
}
