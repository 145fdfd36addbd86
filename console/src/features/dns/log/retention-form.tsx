import { useState } from 'react'
import { log } from '@nameplane/contract/dns/log'
import type { Reply } from '@nameplane/contract/endpoint'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { formatDay } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { logMessages } from './log.messages.ts'

type Retention = Reply<typeof log.retention>['data']

/** How long logs are kept; locking that for good is asked about. */
export function RetentionForm({ onClose }: { onClose: () => void }) {
  const { reply } = useCall(log.retention, {})
  return reply ? <RetentionFields key={reply.data.rowVersion} retention={reply.data} onClose={onClose} /> : null
}

function RetentionFields({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const text = useText(logMessages)
  const format = useFormat()
  const mayWrite = useMay('log.write')
  const retain = useChange(log.retain, { invalidates: [log.retention], success: 'saved', shownIn: 'form' })
  const form = useRuledForm<Sent<typeof log.retain>>(log.retain.input, { days: retention.days, isLocked: retention.isLocked, rowVersion: retention.rowVersion })
  const { register, errorOf } = form
  const [asked, setAsked] = useState<Sent<typeof log.retain> | null>(null)
  async function save(values: Sent<typeof log.retain>) {
    const outcome = await retain.run(values)
    setAsked(null)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  }
  const submit = form.handleSubmit(async (values) => {
    if (values.isLocked && !retention.isLocked) setAsked(values)
    else await save(values)
  })
  return (
    <>
      <FormDialog
        title={text.retention.title}
        problem={retain.problem}
        pending={retain.isRunning}
        isDirty={form.formState.isDirty}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
      >
        <p className="text-sm text-kumo-subtle">
          {text.retention.kept(format.number(retention.operations), format.number(retention.signIns))}
          {retention.oldestTime !== null && <span className="block">{text.retention.oldest(formatDay(retention.oldestTime))}</span>}
        </p>
        <TextInput
          label={text.retention.days}
          help={text.retention.daysHelp}
          inputMode="numeric"
          disabled={!mayWrite}
          {...register('days')}
          error={errorOf('days')}
        />
        {retention.isLocked ? (
          <p className="text-sm">{text.retention.locked}</p>
        ) : (
          <label className="flex items-start gap-2 text-sm">
            <input type="checkbox" className="mt-0.5" disabled={!mayWrite} {...register('isLocked')} />
            <span>
              {text.retention.lock}
              <span className="block text-kumo-subtle">{text.retention.lockHelp}</span>
            </span>
          </label>
        )}
        {!mayWrite && <p className="text-sm text-kumo-subtle">{text.retention.noRight}</p>}
      </FormDialog>
      {asked && (
        <ConfirmDialog
          text={text.retention.lockAsk(Number(asked.days ?? limits.logRetentionDays.default))}
          confirmLabel={text.retention.lockNow}
          isDangerous
          onConfirm={() => save(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
