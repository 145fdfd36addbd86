import * as z from 'zod/mini'
import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { useMay } from '../../../api/rights.ts'
import { GroupField, OwnerField } from '../../../entities/domain/belonging-fields.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useBoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkForm, BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { decidedWithPreview } from './decided-with-preview.ts'
import { DomainListField } from './domain-list-field.tsx'
import { RecordRows, sentRecords, type RecordRow } from './record-rows.tsx'
import { useSubmission } from './use-submission.ts'

const Asked = z.omit(changeSet.domainCreate.input, { records: true, ...decidedWithPreview })
type Asked = z.input<typeof Asked>

/** Adds many domains, with records if there are to be some. */
export function DomainsPage() {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const mayWriteRecords = useMay('record.write')
  const maySeeGroups = useMay('service_group.read')
  const form = useBoundForm<Asked>(Asked, changeSetWords, { userId: undefined, serviceGroupId: undefined })
  const [rows, setRows] = useState<readonly RecordRow[]>([])
  const submission = useSubmission(changeSet.domainCreate)
  const submit = form.raw.handleSubmit(async (values) => {
    const problem = await submission.preview({ ...(values as Asked), records: sentRecords(rows) })
    if (problem) form.raw.showProblem(problem)
  })
  return (
    <BulkForm text={text.domains} submission={submission} onSubmit={(event) => void submit(event)}>
      <BulkSection title={text.targets}>
        <DomainListField form={form} />
        <div className="grid gap-4 pad:grid-cols-3">
          {maySeeGroups && <GroupField form={form} unset={text.defaultGroup} />}
          <OwnerField form={form} nobody={text.ownAccount} />
          <Field of={form} name="remark" />
        </div>
      </BulkSection>
      {mayWriteRecords && (
        <BulkSection title={changeSetWords.label('records', language)} help={text.placeholders}>
          <RecordRows rows={rows} isOptional problem={submission.problem} onChange={setRows} />
          {rows.length > 0 && (
            <div className="pad:max-w-80">
              <Field of={form} name="startAt" />
            </div>
          )}
        </BulkSection>
      )}
    </BulkForm>
  )
}
