import { recordBulkActions } from '@nameplane/contract/dns/record'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Labelled, Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { LinePicker } from '../form/line-picker.tsx'
import { LineTicks } from '../form/line-ticks.tsx'
import { recordFormMessages, recordFormWords } from '../form/record-form.messages.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import type { BulkChoices, BulkProblem } from './bulk-choices.ts'
import { bulkMessages } from './bulk.messages.ts'

type BulkFormProps = { choices: BulkChoices; lines: Lines; problem: BulkProblem | null; onChange: (change: Partial<BulkChoices>) => void }

/** What is to be done with the records, and what that needs to know. */
export function BulkForm({ choices, lines, problem, onChange }: BulkFormProps) {
  const text = useText(bulkMessages)
  const formText = useText(recordFormMessages)
  const language = useLanguage()
  const errorAt = (field: BulkProblem['field']): string | undefined => {
    if (problem?.field !== field) return undefined
    return field === 'lines' ? formText.linesNothing : textOfProblem(problem.code, language, { text: choices.ttl })
  }
  const { action } = choices
  return (
    <>
      <Select
        label={text.action}
        value={action}
        onChange={(event) => onChange({ action: recordBulkActions.find((one) => one === event.target.value) ?? action })}
      >
        {recordBulkActions.map((one) => (
          <option key={one} value={one}>
            {text.actions[one]}
          </option>
        ))}
      </Select>
      {action === 'ttl' && (
        <TextInput
          label={recordFormWords.label('ttl', language)}
          help={recordFormWords.help('ttl', language)}
          error={errorAt('ttl')}
          isRequired
          className="tabular-nums"
          value={choices.ttl}
          onChange={(event) => onChange({ ttl: event.target.value })}
        />
      )}
      {action === 'line' && (
        <Labelled label={recordFormWords.label('line', language)}>
          {(control) => (
            <LinePicker
              control={control}
              label={recordFormWords.label('line', language)}
              value={choices.line}
              lines={lines}
              onChange={(line) => onChange({ line })}
            />
          )}
        </Labelled>
      )}
      {action === 'value' && (
        <>
          <TextInput
            label={text.find}
            help={text.findHelp}
            error={errorAt('find')}
            isRequired
            maxLength={1024}
            className="font-mono"
            value={choices.find}
            onChange={(event) => onChange({ find: event.target.value })}
          />
          <TextInput
            label={text.replace}
            help={text.replaceHelp}
            maxLength={1024}
            className="font-mono"
            value={choices.replace}
            onChange={(event) => onChange({ replace: event.target.value })}
          />
        </>
      )}
      {action === 'copy' && (
        <div>
          <LineTicks lines={lines} chosen={choices.lines} onChange={(chosen) => onChange({ lines: chosen })} />
          <p role={errorAt('lines') ? 'alert' : 'status'} className={`mt-1 text-sm ${errorAt('lines') ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>
            {errorAt('lines') ?? formText.linesChosen(choices.lines.length)}
          </p>
        </div>
      )}
    </>
  )
}
