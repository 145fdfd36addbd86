import { useState } from 'react'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { TtlField } from './ptr-record-form.tsx'
import { ptrRecordMessages, ptrRecordWords } from './ptr-record.messages.ts'
import { recordCalls } from './use-ptr-record-actions.ts'

type Preview = Reply<typeof ptrRecord.generate>['data']

/** Names a range of addresses by a pattern; what that gives can be seen before it is saved. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const text = useText(ptrRecordMessages)
  const form = useAddForm(ptrRecord.generate, { words: ptrRecordWords, invalidates: recordCalls, onDone: onClose, success: 'done' })
  const dry = useChange(ptrRecord.generate, { shownIn: 'form' })
  // What was typed when it was asked for: a preview of something else would mislead.
  const [preview, setPreview] = useState<{ readonly of: string; readonly data: Preview } | null>(null)
  const typed = JSON.stringify(form.raw.watch())
  const look = form.raw.handleSubmit(async (values) => {
    const outcome = await dry.run({ ...(values as Sent<typeof ptrRecord.generate>), dryRun: true })
    setPreview(outcome.isDone ? { of: typed, data: outcome.reply.data } : null)
    if (!outcome.isDone) form.raw.showProblem(outcome.problem)
  })
  return (
    <FieldsDialog title={text.generateTitle} form={{ ...form, problem: form.problem ?? dry.problem }} submitLabel={text.generate} onClose={onClose}>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="first" placeholder="192.0.2.1" />
        <Field of={form} name="last" placeholder="192.0.2.254" />
      </div>
      <Field of={form} name="pattern" placeholder="host-{a}-{b}-{c}-{d}.example.com" />
      <TtlField form={form} />
      <Field of={form} name="replaces" />
      <div>
        <QuietButton onClick={() => void look()} disabled={dry.isRunning}>
          {text.preview}
        </QuietButton>
      </div>
      <div role="status">{preview?.of === typed && <PreviewTable preview={preview.data} />}</div>
    </FieldsDialog>
  )
}

function PreviewTable({ preview: { sample, ...counts } }: { preview: Preview }) {
  const text = useText(ptrRecordMessages)
  const left = counts.added + counts.updated - sample.length
  const half = Math.ceil(sample.length / 2)
  return (
    <>
      <p className="text-base">{text.previewed(counts)}</p>
      <ul className="mt-2 flex flex-col gap-1 font-mono text-sm">
        {sample.map(({ address, hostName, before }, index) => (
          <li key={address} className="wrap-anywhere">
            {left > 0 && index === half && <p className="font-sans text-kumo-subtle">{text.more(left)}</p>}
            {address} → {hostName}
            {before !== null && <span className="ml-1.5 font-sans text-kumo-subtle">{text.becomes(before)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
