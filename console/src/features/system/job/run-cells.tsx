import { jobKindOf } from '@nameplane/contract/system/job-kinds'
import type { JobRun } from '@nameplane/contract/system/job'
import type { Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { jobMessages } from './job.messages.ts'

const tones: Readonly<Record<JobRun['state'], Tone>> = {
  waiting: 'neutral',
  running: 'warning',
  succeeded: 'good',
  failed: 'bad',
  timed_out: 'bad',
  interrupted: 'bad',
  stopped: 'neutral',
  skipped: 'neutral',
}

export const runBadge = (state: JobRun['state'], language: Language) => (
  <Badge tone={tones[state]} text={textsIn(jobMessages, language).runs.choices.state[state]} />
)

/** What a handler is called; its own name where this console does not know it. */
export const handlerName = (handler: string, language: Language): string => jobKindOf(handler)?.title[language] ?? handler

/** A job by its own name, or as its handler is called. */
export const jobName = (job: { name: string; handler: string }, language: Language): string => (job.name === '' ? handlerName(job.handler, language) : job.name)

/** What a run has to say: its result, or why it failed. */
export function runNote(run: Pick<JobRun, 'result' | 'error' | 'errorText'>, language: Language): string {
  return run.error === null ? (run.result?.[language] ?? '') : (run.errorText?.[language] ?? run.error)
}

/** What a run was told, by the names of its form's fields. */
export function paramsOf(handler: string, params: Readonly<Record<string, unknown>>, language: Language): readonly (readonly [name: string, value: string])[] {
  const fields = jobKindOf(handler)?.fields ?? []
  const { yes, no } = textsIn(partsMessages, language)
  // In the order of the form; what this console does not know comes last.
  const members = new Set([...fields.map(({ member }) => member), ...Object.keys(params)])
  return [...members]
    .filter((member) => (params[member] ?? '') !== '')
    .map((member) => {
      const value = params[member]
      const name = fields.find((field) => field.member === member)?.label[language] ?? member
      return [name, typeof value === 'boolean' ? (value ? yes : no) : typeof value === 'string' ? value : JSON.stringify(value)]
    })
}

const soonBelowMs = 60_000

/** How far off a moment to come is; within a minute it is not “just now”. */
export function untilText(moment: string, { language, format }: CellTools): string {
  const isSoon = new Date(moment).getTime() - Date.now() < soonBelowMs
  return isSoon ? textsIn(jobMessages, language).soon : format.relativeTime(moment)
}
