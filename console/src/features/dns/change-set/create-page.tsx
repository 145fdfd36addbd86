import * as z from 'zod/mini'
import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useBoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkForm, BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { decidedWithPreview } from './decided-with-preview.ts'
import { DomainListField } from './domain-list-field.tsx'
import { newRow, RecordRows, sentRecords, type RecordRow } from './record-rows.tsx'
import { useSubmission } from './use-submission.ts'

const Asked = z.omit(changeSet.recordCreate.input, { records: true, ...decidedWithPreview })
type Asked = z.input<typeof Asked>

/** Adds the same records to many domains. */
export function CreatePage() {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const form = useBoundForm<Asked>(Asked, changeSetWords)
  const [rows, setRows] = useState<readonly RecordRow[]>(() => [newRow()])
  const submission = useSubmission(changeSet.recordCreate)
  const submit = form.raw.handleSubmit(async (values) => {
    const problem = await submission.preview({ ...(values as Asked), records: sentRecords(rows) })
    if (problem) form.raw.showProblem(problem)
  })
  return (
    <BulkForm text={text.create} submission={submission} onSubmit={(event) => void submit(event)}>
      <BulkSection title={text.targets}>
        <DomainListField form={form} />
      </BulkSection>
      <BulkSection title={changeSetWords.label('records', language)} help={text.placeholders}>
        <RecordRows rows={rows} problem={submission.problem} onChange={setRows} />
        <div className="pad:max-w-80">
          <Field of={form} name="startAt" />
        </div>
      </BulkSection>
    </BulkForm>
  )
}
