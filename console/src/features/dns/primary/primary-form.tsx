import { useState, type FormEvent } from 'react'
import { domain as domainCalls, type Domain } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import { problemText } from '@nameplane/contract/problem-text'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useMay } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { PageForm } from '../../../screen-parts/form/page-form.tsx'
import { PrimaryButton } from '../../../ui/button.tsx'
import { primaryMessages, primaryWords } from './primary.messages.ts'

/** Which name servers a domain is transferred from; `row` is null for one that is not. */
export function PrimaryForm({ domain, row }: { domain: Domain; row: Primary | null }) {
  const text = useText(primaryMessages)
  const language = useLanguage()
  const [asked, setAsked] = useState<FormEvent | null>(null)
  const mayWrite = useMay('primary.write')
  const { addresses = [], port = 53, keyName = '', algorithm = 'hmac-sha256' } = row ?? {}
  const form = useAddForm(primary.update, {
    words: primaryWords,
    invalidates: [primary.detail, domainCalls.detail, domainCalls.list],
    // No field shows the version: without a row there is none, not an empty one.
    values: { domainId: domain.id, rowVersion: row?.rowVersion, addresses, port, keyName, algorithm },
    success: 'saved',
    onDone: () => undefined,
  })
  const refusal = !mayWrite
    ? problemText('right_missing', language)
    : domain.isLocked
      ? textOfProblem('domain_locked', language, { name: domain.domain })
      : null
  return (
    <>
      <PageForm
        form={form}
        refusal={refusal}
        onSubmit={(event) => {
          if (row === null && domain.recordCount > 0) setAsked(event)
          else form.submit(event)
        }}
        buttons={
          <PrimaryButton type="submit" refusal={refusal} disabled={refusal !== null || form.isRunning}>
            {form.isRunning ? text.saving : row === null ? text.begin : text.save}
          </PrimaryButton>
        }
      >
        <Field of={form} name="addresses" />
        <div className="grid gap-4 pad:grid-cols-2">
          <Field of={form} name="port" />
          <Field of={form} name="keyName" />
          <Field of={form} name="algorithm" />
          <Field of={form} name="secret" help={row === null || row.keyName === '' ? text.helps.secret : text.secretKept} />
        </div>
      </PageForm>
      {asked !== null && (
        <ConfirmDialog
          text={text.beginAsk(domain.unicodeName, domain.recordCount)}
          confirmLabel={text.begin}
          isDangerous
          onConfirm={() => {
            setAsked(null)
            form.submit(asked)
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
