import { useState, type ReactNode } from 'react'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { problems } from '@nameplane/contract/problems'
import { securityMessages } from './security.messages.ts'

type PasswordDialogProps = {
  title: string
  help: string
  submitLabel: string
  change: { problem: CallProblem | null; isRunning: boolean }
  onSubmit: (password: string) => unknown
  onClose: () => void
  /** More fields below the password. */
  children?: ReactNode
}

/** Asks for the password before something that a stolen session must not do. */
export function PasswordDialog({ title, help, submitLabel, change, onSubmit, onClose, children }: PasswordDialogProps) {
  const text = useText(securityMessages)
  const language = useLanguage()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      title={title}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={false}
      submitLabel={submitLabel}
      onSubmit={() => {
        setMissing(password === '')
        if (password !== '') void onSubmit(password)
      }}
      onClose={onClose}
    >
      <p className="text-sm text-kumo-subtle">{help}</p>
      {children}
      <TextInput
        name="password"
        type="password"
        label={text.confirmPassword}
        help={text.confirmHelp}
        isRequired
        autoComplete="current-password"
        error={isMissing && password === '' ? problems.required[language] : fieldText(change.problem, 'password', language)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
