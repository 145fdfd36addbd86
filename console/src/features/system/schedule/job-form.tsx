import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import { misfirePolicies, overlapPolicies, schedule } from '@nameplane/contract/system/schedule'
import { useCall, useChange, type Change, type Outcome } from '../../../api/queries.ts'
import { useLanguage, type Language } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { FieldGroup, Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { textLink } from '../../../ui/classes.ts'
import { CronEditor } from './cron-editor.tsx'
import type { JobRow } from './job-columns.tsx'
import { JobParams } from './job-params.tsx'
import { blankJob, defaultParams, valuesOf, type JobValues } from './job-values.ts'
import { jobName } from './run-cells.tsx'
import { scheduleMessages } from './schedule.messages.ts'

const invalidates = [schedule.list, schedule.info]

export function AddJob({ onClose }: { onClose: () => void }) {
  const text = useText(scheduleMessages)
  const save = useChange(schedule.save, { invalidates, success: 'added', shownIn: 'form' })
  return <JobFields title={text.add} initial={blankJob()} isOwn={false} change={save} send={(values) => save.run(values)} onClose={onClose} />
}

/** Edits the job of this id once it is known. */
export function EditJob({ id, onClose }: { id: number; onClose: () => void }) {
  const { reply, refresh } = useCall(schedule.info, { id })
  return reply && <EditLoadedJob saved={reply.data} onStale={() => void refresh()} onClose={onClose} />
}

function EditLoadedJob({ saved, onStale, onClose }: { saved: JobRow; onStale: () => void; onClose: () => void }) {
  const text = useText(scheduleMessages)
  const language = useLanguage()
  const [row] = useState(saved)
  const { save, theirs, ...change } = useVersionedChange(schedule.update, invalidates, { row, saved, onStale }, [
    { label: text.fields.name, valueOf: (job) => jobName(job, language) },
    { label: text.fields.cron, valueOf: (job) => `${job.cron} ${job.timeZone}` },
    { label: text.fields.remark, valueOf: (job) => job.remark },
    { label: text.fields.overlap, valueOf: (job) => text.overlaps[job.overlap] },
    { label: text.fields.misfire, valueOf: (job) => text.misfires[job.misfire] },
    { label: text.fields.timeoutSeconds, valueOf: (job) => String(job.timeoutSeconds) },
    { label: text.fields.retries, valueOf: (job) => `${job.retries} · ${job.retryPauseSeconds}` },
    { label: text.groups.what, valueOf: (job) => JSON.stringify(job.params) },
  ])
  return (
    <JobFields title={text.editTitle(jobName(row, language))} initial={valuesOf(row)} isOwn={row.isOwn} change={change} send={save} onClose={onClose}>
      {theirs && <ChangedMeanwhile fields={theirs} />}
    </JobFields>
  )
}

type JobFieldsProps = {
  title: string
  initial: JobValues
  isOwn: boolean
  change: Pick<Change<typeof schedule.save>, 'problem' | 'isRunning'>
  send: (values: JobValues) => Promise<Outcome<typeof schedule.save> | Outcome<typeof schedule.update>>
  onClose: () => void
  children?: ReactNode
}

function JobFields({ title, initial, isOwn, change, send, onClose, children }: JobFieldsProps) {
  const text = useText(scheduleMessages)
  const language = useLanguage()
  const form = useRuledForm<JobValues>(schedule.save.input as unknown as z.core.$ZodType<unknown, JobValues>, initial)
  const { register, errorOf, setValue, watch } = form
  const values = watch()
  const kind = jobKindOf(values.handler)
  const usual = isOwn ? kind?.own?.cron : undefined
  const submit = form.handleSubmit(async (sent) => {
    const outcome = await send(sent)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  const typed = { shouldDirty: true, shouldValidate: true } as const
  const input = (name: Exclude<keyof JobValues, 'params'>) => ({ ...register(name), error: errorOf(name) })
  return (
    <FormDialog
      title={title}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {children}
      <FieldGroup title={text.groups.what}>
        {!isOwn && (
          <div className="grid gap-4 pad:grid-cols-2">
            <TextInput label={text.fields.name} isRequired {...input('name')} />
            <Select
              label={text.fields.handler}
              isRequired
              value={values.handler}
              error={errorOf('handler')}
              name="handler"
              onChange={(event) => {
                setValue('handler', event.target.value, typed)
                setValue('params', defaultParams(jobKindOf(event.target.value)), typed)
              }}
            >
              <Kinds language={language} />
            </Select>
          </div>
        )}
        {kind && <p className="-mt-1 text-sm text-pretty text-kumo-subtle">{kind.does[language]}</p>}
        {kind && <JobParams key={kind.name} kind={kind} form={form} />}
      </FieldGroup>
      <FieldGroup title={text.groups.when}>
        <CronEditor
          // Another start: what was typed before has no say in it.
          key={values.cron === usual ? 'usual' : 'other'}
          cron={values.cron}
          timeZone={values.timeZone}
          cronError={errorOf('cron')}
          timeZoneError={errorOf('timeZone')}
          onCron={(cron) => setValue('cron', cron, typed)}
          onTimeZone={(timeZone) => setValue('timeZone', timeZone, typed)}
        />
        {usual !== undefined && (values.cron !== usual || values.timeZone !== 'UTC') && (
          <button
            type="button"
            className={`w-fit cursor-pointer text-sm ${textLink}`}
            onClick={() => {
              setValue('cron', usual, typed)
              setValue('timeZone', 'UTC', typed)
            }}
          >
            {text.backToDefault}
          </button>
        )}
      </FieldGroup>
      <FieldGroup title={text.groups.how}>
        <div className="grid gap-4 pad:grid-cols-2">
          <Select label={text.fields.overlap} {...input('overlap')}>
            {overlapPolicies.map((policy) => (
              <option key={policy} value={policy}>
                {text.overlaps[policy]}
              </option>
            ))}
          </Select>
          <Select label={text.fields.misfire} {...input('misfire')}>
            {misfirePolicies.map((policy) => (
              <option key={policy} value={policy}>
                {text.misfires[policy]}
              </option>
            ))}
          </Select>
        </div>
        <div className="grid gap-4 pad:grid-cols-3">
          <TextInput label={text.fields.timeoutSeconds} inputMode="numeric" {...input('timeoutSeconds')} />
          <TextInput label={text.fields.retries} inputMode="numeric" {...input('retries')} />
          <TextInput label={text.fields.retryPauseSeconds} inputMode="numeric" {...input('retryPauseSeconds')} />
        </div>
        <TextInput label={text.fields.remark} {...input('remark')} />
      </FieldGroup>
    </FormDialog>
  )
}

function Kinds({ language }: { language: Language }) {
  return jobKinds.map((kind) => (
    <option key={kind.name} value={kind.name}>
      {kind.title[language]}
    </option>
  ))
}
