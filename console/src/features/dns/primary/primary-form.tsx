import { useState, type FormEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { domain as domainCalls, type Domain } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useMay } from '../../../api/rights.ts'
import { useCardEdits } from '../../../entities/domain/use-card-edits.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { useAddForm, useEditForm, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { PageForm } from '../../../screen-parts/form/page-form.tsx'
import { primaryMessages, primaryWords } from './primary.messages.ts'

const invalidates = [primary.detail, domainCalls.detail, domainCalls.list]

type FormProps = { domain: Domain; refusal: string | null }

/** Which name servers a domain is transferred from; `now` is null for one that is not. */
export function PrimaryForm({ domain, now, onStale }: { domain: Domain; now: Primary | null; onStale: () => void }) {
  const language = useLanguage()
  const mayWrite = useMay('primary.write')
  const refusal = !mayWrite
    ? problemText('right_missing', language)
    : domain.isLocked
      ? textOfProblem('domain_locked', language, { name: domain.domain })
      : null
  return now === null ? <BeginForm domain={domain} refusal={refusal} /> : <ChangedPrimaries now={now} refusal={refusal} onStale={onStale} />
}

function BeginForm({ domain, refusal }: FormProps) {
  const text = useText(primaryMessages)
  const [asked, setAsked] = useState<FormEvent | null>(null)
  // No field shows the version: without a row there is none, not an empty one.
  const form = useAddForm(primary.update, {
    words: primaryWords,
    invalidates,
    values: { domainId: domain.id, rowVersion: undefined },
    success: 'saved',
    onDone: () => undefined,
  })
  const discard = useCardEdits(form, refusal, nobody)
  return (
    <>
      <PageForm
        form={form}
        refusal={refusal}
        onSubmit={(event) => {
          if (domain.recordCount > 0) setAsked(event)
          else form.submit(event)
        }}
        submitLabel={text.begin}
        onDiscard={discard}
      >
        <PrimaryFields form={form} secretHelp={text.helps.secret} />
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

const nobody = (): void => undefined

type ChangeProps = { now: Primary; refusal: string | null; onStale: () => void }

/** The form begins anew with what is saved, but for what is typed meanwhile. */
function ChangedPrimaries({ now, ...props }: ChangeProps) {
  const [begun, setBegun] = useState(now)
  const [isDirty, setDirty] = useState(false)
  if (begun.rowVersion !== now.rowVersion && !isDirty) setBegun(now)
  return <ChangeForm key={begun.rowVersion} row={begun} saved={now} onDirty={setDirty} {...props} />
}

type ChangeFormProps = Omit<ChangeProps, 'now'> & { row: Primary; saved: Primary; onDirty: (isDirty: boolean) => void }

function ChangeForm({ row, saved, refusal, onStale, onDirty }: ChangeFormProps) {
  const text = useText(primaryMessages)
  const form = useEditForm(primary.update, { row, saved, onStale }, { words: primaryWords, invalidates, onDone: () => onDirty(false) })
  const discard = useCardEdits(form, refusal, onDirty)
  return (
    <PageForm form={form} refusal={refusal} onSubmit={form.submit} submitLabel={text.save} onDiscard={discard}>
      <PrimaryFields form={form} secretHelp={row.keyName === '' ? text.helps.secret : text.secretKept} />
    </PageForm>
  )
}

type Values = Sent<typeof primary.update> & FieldValues

function PrimaryFields({ form, secretHelp }: { form: BoundForm<Values>; secretHelp: string }) {
  return (
    <>
      <Field of={form} name="addresses" />
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="port" />
        <Field of={form} name="keyName" />
        <Field of={form} name="algorithm" />
        <Field of={form} name="secret" help={secretHelp} />
      </div>
    </>
  )
}
