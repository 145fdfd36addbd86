import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { fieldsOf } from '@nameplane/contract/fields'
import type { JobKind } from '@nameplane/contract/system/job-kind'
import { useText } from '../../../i18n/messages.ts'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import type { FieldWords } from '../../../screen-parts/form/field-words.ts'
import type { JobValues } from './job-values.ts'
import { jobMessages } from './job.messages.ts'

/** The fields of a kind's own parameters, as the kind says them: within the job's form, under the kind's rules and words. */
export function JobParams({ kind, form: { raw } }: { kind: JobKind; form: BoundForm<JobValues> }) {
  const text = useText(jobMessages)
  const params = useMemo((): BoundForm<FieldValues> => ({ raw, rules: fieldsOf(kind.params, above), words: wordsOf(kind) }), [raw, kind])
  if (kind.fields.length === 0) return <p className="text-sm text-kumo-subtle">{text.noParams}</p>
  return (
    <div className="grid gap-4 pad:grid-cols-2">
      {kind.fields.map(({ member, rows }) => (
        <div key={member} className={params.rules.get(`${above}${member}`)?.kind === 'flag' ? 'self-end pb-1.5' : ''}>
          <Field of={params} name={`${above}${member}`} {...(rows === undefined ? {} : { rows })} />
        </div>
      ))}
    </div>
  )
}

const above = 'params.'

function wordsOf({ fields }: JobKind): FieldWords {
  const named = new Map(fields.map((field) => [`${above}${field.member}`, field]))
  return {
    label: (field, language) => named.get(field)?.label[language] ?? field,
    help: (field, language) => named.get(field)?.help?.[language],
    choices: () => undefined,
  }
}
