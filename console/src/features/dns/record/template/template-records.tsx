import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { recordFormMessages } from '../form/record-form.messages.ts'
import { recordWords } from '../record.messages.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import type { GivenRecord, Settled } from './apply-template.ts'
import { templateMessages } from './template.messages.ts'

type TemplateRecordsProps = { records: readonly GivenRecord[]; settled: Settled; lines: Lines }

/** The records that a template gives now, what is wrong with which, and which are there already. */
export function TemplateRecords({ records, settled, lines }: TemplateRecordsProps) {
  const text = useText(templateMessages)
  const form = useText(recordFormMessages)
  const language = useLanguage()
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1 text-left font-medium">{text.caption}</caption>
      <thead className="text-kumo-subtle">
        <tr className="[&>th]:py-1 [&>th]:pr-3 [&>th]:font-medium [&>th]:whitespace-nowrap">
          {(['host', 'type', 'value'] as const).map((column) => (
            <th key={column} scope="col">
              {recordWords.label(column, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(({ draft, problem }, index) => (
          <tr key={index} className="border-t border-kumo-hairline align-top [&>td]:py-1 [&>td]:pr-3">
            <td className="font-mono break-all">{draft.host}</td>
            <td className="whitespace-nowrap">{draft.type}</td>
            {problem === null ? (
              <td>
                <span className="font-mono break-all">{draft.value}</span>
                {draft.line !== 'default' && <span className="ml-2 text-kumo-subtle">{lines.nameOf(draft.line)}</span>}
                {settled.there.includes(draft) && <span className="ml-2 text-kumo-subtle">{text.there}</span>}
              </td>
            ) : (
              <td role="alert" className="text-kumo-danger">
                {'said' in problem ? form[problem.said] : textOfProblem(problem.code, language, problem.params)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RivalsProps = { rivals: Settled['rivals']; isReplacing: boolean; onReplacing: (isReplacing: boolean) => void }

/** Saved records that the template would take the place of. */
export function Rivals({ rivals, isReplacing, onReplacing }: RivalsProps) {
  const text = useText(templateMessages)
  return (
    <div>
      <CheckBox label={text.replace(rivals.length)} checked={isReplacing} onChange={(event) => onReplacing(event.target.checked)} />
      <p className="mt-1 text-sm text-kumo-subtle">{text.replaceHelp}</p>
      <ul className="mt-1 grid gap-0.5 text-sm">
        {rivals.map((row) => (
          <li key={row.id} className={`font-mono break-all text-kumo-subtle ${isReplacing ? 'line-through' : ''}`}>
            {row.host} {row.type} {row.value}
          </li>
        ))}
      </ul>
    </div>
  )
}
