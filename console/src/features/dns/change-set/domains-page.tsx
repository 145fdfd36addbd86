import * as z from 'zod/mini'
import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useBoundForm, useFieldValue } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkForm, BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { DomainListField } from './domain-list-field.tsx'
import { RecordRows, sentRecords, type RecordRow } from './record-rows.tsx'
import { useSubmission } from './use-submission.ts'

/** What is filled in; the rest is decided with the preview. */
const Asked = z.omit(changeSet.domainCreate.input, {
  records: true,
  acknowledged: true,
  confirm: true,
  key: true,
  at: true,
  watchMinutes: true,
  watchThreshold: true,
  dryRun: true,
})
type Asked = z.input<typeof Asked>

/** Adds many domains, with records if there are to be some. */
export function DomainsPage() {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const maySeeAccounts = useMay('user.read')
  const mayWriteRecords = useMay('record.write')
  const maySeeGroups = useMay('service_group.read')
  const form = useBoundForm<Asked>(Asked, changeSetWords, { userId: undefined, serviceGroupId: undefined })
  const [owner, setOwner] = useFieldValue(form, 'userId')
  const [rows, setRows] = useState<readonly RecordRow[]>([])
  const { reply } = useCall(serviceGroup.list, maySeeGroups ? { limit: 200 } : null, { freshSeconds: 60 })
  const groups = (reply?.data.list ?? []).map((group) => ({ value: String(group.id), label: group.name }))
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
          {maySeeGroups && (
            <Field key={reply ? 'loaded' : 'loading'} of={form} name="serviceGroupId" options={[{ value: '', label: text.defaultGroup }, ...groups]} />
          )}
          {maySeeAccounts && (
            <Field of={form} name="userId">
              {(control) => (
                <UserSelect control={control} label={changeSetWords.label('userId', language)} value={owner} nobody={text.ownAccount} onChange={setOwner} />
              )}
            </Field>
          )}
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
