import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import { job } from '@nameplane/contract/system/job'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup, TextInput } from '../../../screen-parts/form/labelled.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { CronEditor } from './cron-editor.tsx'
import type { JobRow } from './job-list.tsx'
import { JobParams } from './job-params.tsx'
import { blankJob, defaultParams, savedParams, type JobValues } from './job-values.ts'
import { jobName } from './run-cells.tsx'
import { jobWords, jobMessages } from './job.messages.ts'

const saving = { words: jobWords, invalidates: [job.list, job.info] }

export function AddJob({ onClose }: { onClose: () => void }) {
  const text = useText(jobMessages)
  const form = useAddForm(job.save, { ...saving, values: blankJob(), onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <JobFields form={form} isOwn={false} />
    </FieldsDialog>
  )
}

export function EditJob({ onClose, ...edited }: Edited<JobRow>) {
  const text = useText(jobMessages)
  const language = useLanguage()
  const form = useEditForm(job.update, edited, { ...saving, values: savedParams, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(jobName(edited.row, language))} form={form} onClose={onClose}>
      <JobFields form={form} isOwn={edited.row.isOwn} />
    </FieldsDialog>
  )
}

function JobFields({ form, isOwn }: { form: BoundForm<JobValues>; isOwn: boolean }) {
  const text = useText(jobMessages)
  const language = useLanguage()
  const [handler] = useFieldValue(form, 'handler')
  const kind = jobKindOf(handler)
  return (
    <>
      <FieldGroup title={text.groups.what}>
        {!isOwn && (
          <div className="grid gap-4 pad:grid-cols-2">
            {/* Only the platform's own jobs have none. */}
            <TextInput label={jobWords.label('name', language)} isRequired error={form.raw.errorOf('name')} {...form.raw.register('name')} />
            <HandlerField form={form} />
          </div>
        )}
        {kind && <p className="-mt-1 text-sm text-pretty text-kumo-subtle">{kind.does[language]}</p>}
        {kind && <JobParams key={kind.name} kind={kind} form={form} />}
      </FieldGroup>
      <FieldGroup title={text.groups.when}>
        <TimesFields form={form} usual={isOwn ? kind?.own?.cron : undefined} />
      </FieldGroup>
      <FieldGroup title={text.groups.how}>
        <div className="grid gap-4 pad:grid-cols-2">
          <Field of={form} name="overlap" />
          <Field of={form} name="misfire" />
        </div>
        <div className="grid gap-4 pad:grid-cols-3">
          <Field of={form} name="timeoutSeconds" />
          <Field of={form} name="retries" />
          <Field of={form} name="retryPauseSeconds" />
        </div>
        <Field of={form} name="remark" />
      </FieldGroup>
    </>
  )
}

/** Which kind of job; another one begins with its own parameters. */
function HandlerField({ form }: { form: BoundForm<JobValues> }) {
  const language = useLanguage()
  const [handler, setHandler] = useFieldValue(form, 'handler')
  const [, setParams] = useFieldValue(form, 'params')
  return (
    <Field of={form} name="handler">
      {(control) => (
        <select
          {...control}
          name="handler"
          className={`${textField} cursor-pointer`}
          value={handler}
          onChange={({ target: { value } }) => {
            setHandler(value)
            setParams(defaultParams(jobKindOf(value)))
          }}
        >
          {jobKinds.map((kind) => (
            <option key={kind.name} value={kind.name}>
              {kind.title[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** When it runs; the platform's own jobs can go back to their usual times. */
function TimesFields({ form, usual }: { form: BoundForm<JobValues>; usual: string | undefined }) {
  const text = useText(jobMessages)
  const [cron, setCron] = useFieldValue(form, 'cron')
  const [timeZone, setTimeZone] = useFieldValue(form, 'timeZone')
  return (
    <>
      {/* Another start: what was typed before has no say in it. */}
      <CronEditor key={cron === usual ? 'usual' : 'other'} form={form} />
      {usual !== undefined && (cron !== usual || timeZone !== 'UTC') && (
        <LinkButton
          className="w-fit text-sm"
          onClick={() => {
            setCron(usual)
            setTimeZone('UTC')
          }}
        >
          {text.backToDefault}
        </LinkButton>
      )}
    </>
  )
}
