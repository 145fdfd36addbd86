import { useState } from 'react'
import { changeSet } from '@nameplane/contract/dns/change-set'
import type { Sent } from '@nameplane/contract/endpoint'
import { download } from '../../../api/downloads.ts'
import { useText } from '../../../i18n/messages.ts'
import { useBoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { PrimaryButton } from '../../../ui/button.tsx'
import { BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { Targets, targetsSent } from './targets.tsx'

type Asked = Sent<typeof changeSet.recordExport>

/** Downloads the records of many domains. */
export function ExportPage() {
  const text = useText(changeSetMessages)
  const form = useBoundForm<Asked>(changeSet.recordExport.input, changeSetWords, { userId: undefined, serviceGroupId: undefined })
  const [isListed, setListed] = useState(true)
  const [isRunning, setRunning] = useState(false)
  const { setError } = form.raw
  const submit = form.raw.handleSubmit(async (values) => {
    const { format, ...targets } = values as Asked
    const asked = { ...targetsSent(targets, isListed), format }
    if (isListed && asked.domains === '') return setError('domains', { message: text.emptyList }, { shouldFocus: true })
    setRunning(true)
    await download(changeSet.recordExport, asked)
    setRunning(false)
  })
  return (
    <>
      <PageHead title={text.export.title} help={text.export.help} />
      <form noValidate aria-busy={isRunning} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Targets form={form} isListed={isListed} help={text.export.filteredHelp} onChange={setListed} />
        <BulkSection title={text.export.file}>
          <div className="pad:max-w-80">
            <Field of={form} name="format" />
          </div>
        </BulkSection>
        <div className="flex justify-end">
          <PrimaryButton type="submit" disabled={isRunning}>
            {isRunning ? text.export.running : text.export.run}
          </PrimaryButton>
        </div>
      </form>
    </>
  )
}
