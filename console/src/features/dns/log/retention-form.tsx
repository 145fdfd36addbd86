import { useState } from 'react'
import { log } from '@nameplane/contract/dns/log'
import type { Reply } from '@nameplane/contract/endpoint'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { problemText } from '@nameplane/contract/problem-text'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { formatDay } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { useBoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { logMessages, logWords } from './log.messages.ts'

type Retention = Reply<typeof log.retention>['data']

/** How long logs are kept; locking that for good is asked about. */
export function RetentionForm({ onClose }: { onClose: () => void }) {
  const { reply } = useCall(log.retention, {})
  return reply ? <RetentionFields key={reply.data.rowVersion} retention={reply.data} onClose={onClose} /> : null
}

function RetentionFields({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const text = useText(logMessages)
  const language = useLanguage()
  const mayWrite = useMay('log.write')
  const retain = useChange(log.retain, { invalidates: [log.retention], success: 'saved', shownIn: 'form' })
  const { days, isLocked, rowVersion } = retention
  const form = useBoundForm(log.retain.input, logWords, { days, isLocked, rowVersion })
  const [asked, setAsked] = useState<Sent<typeof log.retain> | null>(null)
  async function save(values: Sent<typeof log.retain>) {
    const outcome = await retain.run(values)
    setAsked(null)
    if (outcome.isDone) onClose()
    else form.raw.showProblem(outcome.problem)
  }
  const submit = form.raw.handleSubmit(async (values) => {
    if (values['isLocked'] === true && !isLocked) setAsked(values)
    else await save(values)
  })
  return (
    <>
      <FormDialog
        title={text.retention.title}
        problem={retain.problem}
        pending={retain.isRunning}
        isDirty={form.raw.isDirty}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
      >
        <p className="text-sm text-kumo-subtle">
          {text.retention.kept(retention.operations, retention.signIns)}
          {retention.oldestTime !== null && <span className="block">{text.retention.oldest(formatDay(retention.oldestTime))}</span>}
        </p>
        <fieldset disabled={!mayWrite} title={mayWrite ? undefined : problemText('right_missing', language)} className="contents">
          <Field of={form} name="days" />
          {isLocked ? <p className="text-sm">{text.retention.locked}</p> : <Field of={form} name="isLocked" />}
        </fieldset>
        {!mayWrite && <p className="text-sm text-kumo-subtle">{problemText('right_missing', language)}</p>}
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
