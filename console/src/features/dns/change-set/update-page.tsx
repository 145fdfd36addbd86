import * as z from 'zod/mini'
import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import type { Sent } from '@nameplane/contract/endpoint'
import { ttlOf } from '../../../entities/record/ttl-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useBoundForm, useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkForm, BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { decidedWithPreview } from './decided-with-preview.ts'
import { LineSelect } from './line-select.tsx'
import { Targets, targetsSent } from './targets.tsx'
import { useSubmission } from './use-submission.ts'

const Asked = z.omit(changeSet.recordUpdate.input, decidedWithPreview)
type Asked = z.input<typeof Asked>
type Form = BoundForm<Asked>

/** Changes records in many domains. */
export function UpdatePage() {
  const text = useText(changeSetMessages)
  const form = useBoundForm<Asked>(Asked, changeSetWords, { action: 'replace', userId: undefined, serviceGroupId: undefined })
  const [isListed, setListed] = useState(true)
  const submission = useSubmission(changeSet.recordUpdate)
  const { setError } = form.raw
  const submit = form.raw.handleSubmit(async (values) => {
    const asked = askedOf(values as Asked, isListed)
    if (isListed && asked.domains === '') return setError('domains', { message: text.emptyList }, { shouldFocus: true })
    const problem = await submission.preview(asked)
    if (problem) form.raw.showProblem(problem)
  })
  return (
    <BulkForm text={text.update} submission={submission} onSubmit={(event) => void submit(event)}>
      <Targets form={form} isListed={isListed} help={text.filteredHelp} onChange={setListed} />
      <BulkSection title={text.which}>
        <div className="grid gap-4 pad:grid-cols-3">
          <Field of={form} name="host" />
          <Field of={form} name="type" />
          <LineField form={form} name="line" unset={text.anyLine} />
        </div>
        <div className="grid gap-4 pad:grid-cols-2">
          <Field of={form} name="value" />
          <Field of={form} name="pattern" />
        </div>
      </BulkSection>
      <BulkSection title={text.what}>
        <ChangeFields form={form} />
      </BulkSection>
    </BulkForm>
  )
}

/** What goes out: of two ways to say which domains only the one that is shown. */
function askedOf(values: Asked, isListed: boolean): Sent<typeof changeSet.recordUpdate> {
  const { domains, domainSearch, userId, serviceGroupId, to = '', action, ...rest } = values
  const targets = targetsSent({ domains, domainSearch, userId, serviceGroupId }, isListed)
  const ttl = action === 'ttl' ? ttlOf(to) : null
  return { ...rest, ...targets, action, to: ttl === null ? to : String(ttl) }
}

function LineField({ form, name, label, unset }: { form: Form; name: 'line' | 'to'; label?: string; unset?: string }) {
  const language = useLanguage()
  const [code, setCode] = useFieldValue(form, name)
  const called = label ?? changeSetWords.label(name, language)
  return (
    <Field of={form} name={name} label={called}>
      {(control) => <LineSelect control={control} label={called} value={code ?? ''} {...(unset === undefined ? {} : { unset })} onChange={setCode} />}
    </Field>
  )
}

/** What is done with the records, and what that needs to know. */
function ChangeFields({ form }: { form: Form }) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const [action] = useFieldValue(form, 'action')
  const label = text.toOf[action]
  const states = Object.entries(changeSetWords.choices('status', language) ?? {}).map(([value, called]) => ({ value, label: called }))
  return (
    <>
      <div className="pad:max-w-80">
        <Field of={form} name="action" />
      </div>
      <div className="grid gap-4 pad:grid-cols-2">
        {action === 'replace' && <Field of={form} name="find" placeholder="192.0.2.1" />}
        {action === 'line' ? (
          <LineField key="line" form={form} name="to" label={label} />
        ) : action === 'status' ? (
          <Field key="status" of={form} name="to" label={label} options={[{ value: '', label: '' }, ...states]} />
        ) : (
          <Field key="text" of={form} name="to" label={label} {...(action === 'weight' ? { help: text.weightNone } : {})} />
        )}
      </div>
      {action === 'replace' && <Field of={form} name="isPart" />}
    </>
  )
}
