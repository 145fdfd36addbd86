import { useState } from 'react'
import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { sslMessages } from './ssl.messages.ts'
import { TermsLink } from './terms-link.tsx'

/** Shows the terms as the authority names them now; whoever agrees to them registers the account. */
export function RegisterDialog({ authority, email, onClose }: { authority: string; email: string; onClose: () => void }) {
  const text = useText(sslMessages).dialog
  const [isAgreed, setAgreed] = useState(false)
  const { reply, problem, refresh } = useCall(acmeAccount.terms, {})
  const register = useChange(acmeAccount.register, { invalidates: [acmeAccount.info], success: 'done', shownIn: 'form' })
  const terms = reply?.data ?? null
  async function submit() {
    if (terms === null) return refresh()
    const outcome = await register.run({ isAgreed: isAgreed ? 1 : 0, termsOfService: terms.termsOfService })
    if (outcome.isDone) onClose()
    // Others than those that were shown: they have to be read first.
    else if (outcome.problem.code === 'acme_terms_unread') {
      setAgreed(false)
      await refresh()
    }
  }
  return (
    <FormDialog
      title={text.title(authority)}
      problem={register.problem}
      pending={register.isRunning}
      isDirty={false}
      submitLabel={text.register}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      {problem?.isShown ? (
        <Failure problem={problem} onRetry={() => void refresh()} isSlim />
      ) : terms === null ? (
        <p role="status" className="text-sm text-kumo-subtle">
          {text.asking}
        </p>
      ) : (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
            <dt className="text-kumo-subtle">{text.email}</dt>
            <dd className="break-all">{email}</dd>
            <dt className="text-kumo-subtle">{text.terms}</dt>
            <dd>{terms.termsOfService === '' ? text.noTerms : <TermsLink url={terms.termsOfService} />}</dd>
          </dl>
          {terms.termsOfService !== '' && <CheckBox label={text.agree} checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />}
        </>
      )}
    </FormDialog>
  )
}
