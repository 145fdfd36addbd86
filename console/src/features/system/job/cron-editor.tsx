import { useId, useState } from 'react'
import { cronWords } from '@nameplane/contract/system/cron-words'
import { isCronRefusal, isTimeZone, readCron } from '@nameplane/contract/system/cron'
import { job } from '@nameplane/contract/system/job'
import { useCall } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { Select, TextInput } from '../../../screen-parts/form/labelled.tsx'
import { withTick } from '../../../screen-parts/form/ticked.ts'
import { textField } from '../../../ui/classes.ts'
import { beginning, cronKinds, cronOf, hourSteps, minuteSteps, shapeOf, type CronKind, type CronShape } from './cron-shape.ts'
import type { JobValues } from './job-values.ts'
import { untilText } from './run-cells.tsx'
import { jobMessages } from './job.messages.ts'

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const two = (value: number): string => String(value).padStart(2, '0')

/** When a job runs: by kinds with fields of their own, or as five typed fields; in words and as the next ten times. */
export function CronEditor({ form }: { form: BoundForm<Pick<JobValues, 'cron' | 'timeZone'>> }) {
  const [cron, setCron] = useFieldValue(form, 'cron')
  const [timeZone = '', setTimeZone] = useFieldValue(form, 'timeZone')
  const text = useText(jobMessages)
  const language = useLanguage()
  const zoneList = useId()
  // Somebody who typed something that a kind could say as well goes on typing.
  const [isTyped, setTyped] = useState(shapeOf(cron).kind === 'custom')
  const shape: CronShape = isTyped ? { kind: 'custom' } : shapeOf(cron)
  const set = (next: CronShape): void => {
    const fields = cronOf(next)
    setTyped(next.kind === 'custom')
    if (fields !== null) setCron(fields)
  }
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <Select label={text.cron.kind} value={shape.kind} onChange={(event) => set(beginning(event.target.value as CronKind, shapeOf(cron)))}>
          {cronKinds.map((kind) => (
            <option key={kind} value={kind}>
              {text.cron.kinds[kind]}
            </option>
          ))}
        </Select>
        <ShapeFields shape={shape} onChange={set} />
      </div>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="cron" help={cronWords(cron, language) ?? text.cron.help}>
          {(control) => (
            <input
              {...control}
              name="cron"
              spellCheck={false}
              autoComplete="off"
              className={`${textField} font-mono`}
              value={cron}
              onChange={({ target: { value } }) => {
                setTyped(shape.kind === 'custom' || shapeOf(value).kind === 'custom')
                setCron(value)
              }}
            />
          )}
        </Field>
        <Field of={form} name="timeZone">
          {(control) => (
            <input
              {...control}
              name="timeZone"
              spellCheck={false}
              autoComplete="off"
              className={textField}
              list={zoneList}
              value={timeZone}
              onChange={(event) => setTimeZone(event.target.value)}
            />
          )}
        </Field>
        <datalist id={zoneList}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <NextTimes cron={cron} timeZone={timeZone} />
    </>
  )
}

function ShapeFields({ shape, onChange }: { shape: CronShape; onChange: (shape: CronShape) => void }) {
  const text = useText(jobMessages).cron
  switch (shape.kind) {
    case 'minutes':
      return <StepSelect label={text.everyMinutes} steps={minuteSteps} value={shape.every} onChoose={(every) => onChange({ ...shape, every })} />
    case 'hours':
      return (
        <div className="grid grid-cols-2 gap-4">
          <StepSelect label={text.everyHours} steps={hourSteps} value={shape.every} onChoose={(every) => onChange({ ...shape, every })} />
          <StepSelect
            label={text.minute}
            steps={Array.from({ length: 60 }, (_, minute) => minute)}
            value={shape.minute}
            onChoose={(minute) => onChange({ ...shape, minute })}
          />
        </div>
      )
    case 'day':
      return <TimeOfDay shape={shape} onChange={onChange} />
    case 'week':
      return (
        <>
          <TimeOfDay shape={shape} onChange={onChange} />
          <Weekdays days={shape.days} onChoose={(days) => onChange({ ...shape, days })} />
        </>
      )
    case 'month':
      return (
        <div className="grid grid-cols-2 gap-4">
          <StepSelect
            label={text.dayOfMonth}
            help={shape.day > 28 ? text.dayOfMonthHelp : undefined}
            steps={Array.from({ length: 31 }, (_, index) => index + 1)}
            value={shape.day}
            onChoose={(day) => onChange({ ...shape, day })}
          />
          <TimeOfDay shape={shape} onChange={onChange} />
        </div>
      )
    case 'custom':
      return null
  }
}

type StepSelectProps = { label: string; help?: string | undefined; steps: readonly number[]; value: number; onChoose: (step: number) => void }

function StepSelect({ label, help, steps, value, onChoose }: StepSelectProps) {
  return (
    <Select label={label} help={help} value={value} onChange={(event) => onChoose(Number(event.target.value))}>
      {steps.map((step) => (
        <option key={step} value={step}>
          {step}
        </option>
      ))}
    </Select>
  )
}

function TimeOfDay<Shape extends CronShape & { hour: number; minute: number }>({ shape, onChange }: { shape: Shape; onChange: (shape: Shape) => void }) {
  const text = useText(jobMessages).cron
  return (
    <TextInput
      label={text.time}
      type="time"
      value={`${two(shape.hour)}:${two(shape.minute)}`}
      onChange={(event) => {
        const [, hour, minute] = /^(\d\d):(\d\d)/.exec(event.target.value) ?? []
        if (hour !== undefined) onChange({ ...shape, hour: Number(hour), minute: Number(minute) })
      }}
    />
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** At least one day stays chosen. */
function Weekdays({ days, onChoose }: { days: readonly number[]; onChoose: (days: readonly number[]) => void }) {
  const text = useText(jobMessages).cron
  return (
    <div role="group" aria-label={text.days} className="flex flex-wrap gap-1.5 pad:col-span-2">
      {weekdays.map((day) => {
        const isChosen = days.includes(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isChosen}
            onClick={() => {
              const next = withTick(days, day, !isChosen)
              if (next.length > 0) onChoose(next)
            }}
            className="h-8 min-w-10 cursor-pointer rounded-md border border-kumo-line px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:border-np-accent aria-pressed:bg-kumo-brand/10 aria-pressed:text-np-accent"
          >
            {text.weekdays[day]}
          </button>
        )
      })}
    </div>
  )
}

/** The next times as the server works them out; fields that are not right have none, and keep their place. */
function NextTimes({ cron, timeZone }: { cron: string; timeZone: string }) {
  const text = useText(jobMessages).cron
  const language = useLanguage()
  const format = useFormat()
  const isRight = !isCronRefusal(readCron(cron)) && isTimeZone(timeZone)
  const { reply } = useCall(job.preview, isRight ? { cron, timeZone } : null, { keepsPrevious: true, freshSeconds: 30 })
  if (!isRight || !reply)
    return (
      <div>
        <p className="mb-1.5 text-sm text-kumo-subtle">{text.next}</p>
        <p className="h-30.5 rounded-md border border-kumo-line px-3 py-2 text-sm text-kumo-subtle max-pad:h-59">{isRight ? '' : text.notYet}</p>
      </div>
    )
  const { times } = reply.data
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone })
  return (
    <div>
      <p className="mb-1.5 text-sm text-kumo-subtle">
        {times.length === 10 ? text.next : text.seldom(times.length)}
        {times[0] !== undefined && ` · ${untilText(times[0], { language, format })}`}
      </p>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-0.5 rounded-md border border-kumo-line px-3 py-2 text-sm tabular-nums max-pad:grid-cols-1">
        {times.map((time) => (
          <li key={time} className="flex gap-2">
            <span>{formatExactTime(time, timeZone).slice(0, 16)}</span>
            <span className="text-kumo-subtle">{weekday.format(new Date(time))}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
