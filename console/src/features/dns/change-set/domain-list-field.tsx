import { useMemo } from 'react'
import { domainLinesLength, readDomainLines } from '@nameplane/contract/dns/domain-lines'
import { limits } from '@nameplane/contract/limits'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'
import { changeSetMessages } from './change-set.messages.ts'

/** Wrong lines that are listed. */
const shownLines = 100

/** Domains, one a line; how many there are, and every line that is none, while they are typed. */
export function DomainListField({ form }: { form: BoundForm<{ domains?: string | undefined }> }) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const format = useFormat()
  const [value = ''] = useFieldValue(form, 'domains')
  // A text that is far too long is refused whole, and not read with every letter.
  const lines = useMemo(() => readDomainLines(value.slice(0, domainLinesLength)), [value])
  const wrong = lines.filter(({ code }) => code !== null)
  const isTooLong = lines.length > limits.bulkDomains
  return (
    <div>
      <Field of={form} name="domains" help={text.listHelp}>
        {(control) => (
          <textarea
            {...form.raw.register('domains')}
            {...control}
            rows={10}
            spellCheck={false}
            autoComplete="off"
            placeholder={'example.com\nexample.net\n例子.中国'}
            className={`${textField} h-auto! py-1.5 font-mono`}
          />
        )}
      </Field>
      {lines.length > 0 && (
        <p role="status" className="mt-1.5 text-sm tabular-nums">
          <span className={isTooLong ? 'text-kumo-danger' : ''}>{text.listCount(lines.length - wrong.length)}</span>
          {wrong.length > 0 && <span className="ml-3 text-kumo-danger">{text.listWrong(wrong.length)}</span>}
        </p>
      )}
      {wrong.length > 0 && (
        <ul
          tabIndex={0}
          aria-label={text.listWrong(wrong.length)}
          className="mt-1.5 max-h-44 divide-y divide-kumo-hairline overflow-y-auto rounded-md border border-kumo-line text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
        >
          {wrong.slice(0, shownLines).map(({ number, line, code }) => (
            <li key={number} className="grid grid-cols-[5.5rem_1fr] gap-x-3 px-3 py-1.5">
              <span className="text-kumo-subtle tabular-nums">{text.lineAt(format.number(number))}</span>
              <span className="min-w-0 wrap-anywhere">{textOfProblem(code!, language, { line })}</span>
            </li>
          ))}
        </ul>
      )}
      {wrong.length > shownLines && <p className="mt-1 text-sm text-kumo-subtle">{text.only(format.number(shownLines), format.number(wrong.length))}</p>}
    </div>
  )
}
