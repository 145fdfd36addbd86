import { useState } from 'react'
import WarningIcon from 'icon:warning'
import { nodeEnrolment, type InstallCommand } from '@nameplane/contract/system/node-enrolment'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { nodeInstallMessages, nodeInstallWords } from './node-install.messages.ts'

/** Makes the install command of one node, and shows it this once. */
export function NodeInstallForm({ onClose }: { onClose: () => void }) {
  const text = useText(nodeInstallMessages).form
  const [made, setMade] = useState<InstallCommand | null>(null)
  const form = useAddForm(nodeEnrolment.save, {
    words: nodeInstallWords,
    invalidates: [nodeEnrolment.list],
    success: null,
    onDone: ({ data }) => setMade(data),
  })
  if (made !== null) return <MadeCommand made={made} onClose={onClose} />
  return (
    <FieldsDialog title={text.title} form={form} submitLabel={text.make} onClose={onClose}>
      <Field of={form} name="name" />
    </FieldsDialog>
  )
}

function MadeCommand({ made, onClose }: { made: InstallCommand; onClose: () => void }) {
  const text = useText(nodeInstallMessages).form
  return (
    <Dialog title={text.made(made.name)} onClose={onClose} footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}>
      <div className="flex flex-col gap-3 text-sm">
        {made.scriptUrl.startsWith('http:') && (
          <p role="alert" className="flex items-start gap-1.5">
            <WarningIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-kumo-warning" />
            {text.insecure}
          </p>
        )}
        <p>{text.once(formatExactTime(made.expireTime))}</p>
        <div className="flex items-start gap-2 rounded-md border border-kumo-line bg-kumo-tint px-3 py-2">
          <pre className="min-w-0 flex-1 font-mono text-sm break-all whitespace-pre-wrap">{made.command}</pre>
          <CopyButton text={made.command} label={text.command} />
        </div>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
          <dt className="text-kumo-subtle">{text.script}</dt>
          <dd className="min-w-0 font-mono break-all">{made.scriptUrl}</dd>
          <dt className="text-kumo-subtle">{text.sha256}</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 font-mono break-all">{made.sha256}</code>
            <CopyButton text={made.sha256} label={text.sha256} />
          </dd>
        </dl>
        <div className="text-kumo-subtle">
          <p>{text.needs}</p>
          <p>{text.next}</p>
        </div>
      </div>
    </Dialog>
  )
}
