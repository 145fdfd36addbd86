import * as z from 'zod/mini'
import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { limits } from '@nameplane/contract/limits'
import { fieldText } from '../../../api/problem-text.ts'
import { useMay } from '../../../api/rights.ts'
import { GroupField, OwnerField } from '../../../entities/domain/belonging-fields.tsx'
import { utf8Bytes } from '../../../entities/record/import-file.ts'
import { ImportModeChoice } from '../../../entities/record/import-mode.tsx'
import { formatBytes } from '../../../i18n/format.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { useSaying } from '../../../i18n/saying.ts'
import { useBoundForm, useFieldValue } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkForm, BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { decidedWithPreview } from './decided-with-preview.ts'
import { ImportSources, nothingChosen, sentFiles, type ChosenSources } from './import-sources.tsx'
import { useSubmission } from './use-submission.ts'

const Asked = z.omit(changeSet.recordImport.input, { files: true, ...decidedWithPreview })
type Asked = z.input<typeof Asked>

/** Imports the records of many domains from files, or from what is pasted. */
export function ImportPage() {
  const text = useText(changeSetMessages)
  const mayAddDomains = useMay('domain.write')
  const maySeeGroups = useMay('service_group.read')
  const form = useBoundForm<Asked>(Asked, changeSetWords, { mode: 'add', userId: undefined, serviceGroupId: undefined })
  const [mode = 'add', setMode] = useFieldValue(form, 'mode')
  const [createMissing] = useFieldValue(form, 'createMissing')
  const [chosen, setChosen] = useState<ChosenSources>(nothingChosen)
  const [isReading, setReading] = useState(false)
  const [sourceProblem, setSourceProblem] = useSaying()
  const submission = useSubmission(changeSet.recordImport)
  const submit = form.raw.handleSubmit(async (values) => {
    const files = sentFiles(chosen)
    if (files.length === 0) return setSourceProblem((now) => textsIn(changeSetMessages, now).import.empty)
    const bytes = files.reduce((sum, file) => sum + utf8Bytes(file.text), 0)
    if (bytes > limits.zoneFileBytes) return setSourceProblem((now) => textsIn(changeSetMessages, now).import.tooLarge(formatBytes(bytes, now)))
    const problem = await submission.preview({ ...(values as Asked), files })
    if (!problem) return
    form.raw.showProblem(problem)
    setSourceProblem('files' in problem.fields ? (now) => fieldText(problem, 'files', now)! : null)
  })
  return (
    <BulkForm text={text.import} submission={submission} waitsFor={isReading ? text.import.reading : null} onSubmit={(event) => void submit(event)}>
      <BulkSection title={text.import.source} help={text.import.sourceHelp}>
        <ImportSources
          chosen={chosen}
          problem={sourceProblem}
          isReading={isReading}
          onReading={setReading}
          onChange={(change) => {
            setChosen(change)
            setSourceProblem(null)
          }}
          onProblem={setSourceProblem}
        />
      </BulkSection>
      <BulkSection title={text.import.options}>
        <ImportModeChoice mode={mode} onChange={setMode} />
        <Field of={form} name="skipRefused" />
        {mayAddDomains && <Field of={form} name="createMissing" />}
        {createMissing && (
          <div className="grid gap-4 pad:grid-cols-3">
            {maySeeGroups && <GroupField form={form} unset={text.defaultGroup} />}
            <OwnerField form={form} nobody={text.ownAccount} />
          </div>
        )}
      </BulkSection>
    </BulkForm>
  )
}
