import { useId, useState, type ClipboardEvent } from 'react'
import FileTextIcon from 'icon:file-text'
import XIcon from 'icon:x'
import { importFormats, record } from '@nameplane/contract/dns/record'
import { limits } from '@nameplane/contract/limits'
import { textFormatOf } from '@nameplane/dns-text/record-text/text-format'
import { callProblemText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { formatBytes } from '../../../../i18n/format.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import type { Saying } from '../../../../i18n/saying.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { decodeFile } from '../../../../browser/file-text.ts'
import { FileDrop } from '../../../../entities/record/file-drop.tsx'
import { base64Of, editableCharacters, isWorkbook } from '../../../../entities/record/import-file.ts'
import { ImportModeChoice, type ImportMode } from '../../../../entities/record/import-mode.tsx'
import { Choices } from '../../../../ui/choices.tsx'
import { textField } from '../../../../ui/classes.ts'
import { warningNote } from '../../../../screen-parts/surface.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ProviderSource } from './provider-source.tsx'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { SheetChoice } from './sheet-choice.tsx'
import { TransferSource } from './transfer-source.tsx'
import { firstLines, type ImportFormat, type ImportSource } from './import-text.ts'
import { importMessages } from './import.messages.ts'

export type ImportChoices = { readonly source: ImportSource; readonly format: ImportFormat; readonly mode: ImportMode }

type SourceStepProps = {
  domainId: number
  domainName: string
  lines: Lines
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
  /** What is wrong with the text, beneath it. */
  problem: string | null
  onProblem: (problem: Saying | null) => void
  /** A file is on its way: what stands here is not yet what was chosen. */
  isReading: boolean
  onReading: (isReading: boolean) => void
}

const ways = ['text', 'provider', 'transfer'] as const
const shownLines = 12
const workbookEncoding = 'XLSX'
/** What to import, in which format and how: a file by choice or by drop, or a text typed or pasted. */
export function SourceStep({ domainId, domainName, lines, choices, onChange, problem, onProblem, isReading, onReading }: SourceStepProps) {
  const text = useText(importMessages)
  const id = useId()
  const { source, format, mode } = choices
  const [way, setWay] = useState<(typeof ways)[number]>('text')
  return (
    <div className="space-y-5">
      <Choices
        label={text.way}
        options={ways.map((one) => [one, text.ways[one]])}
        chosen={way}
        onChoose={(chosen) => {
          setWay(chosen)
          onProblem(null)
        }}
        className="inline-flex max-w-full overflow-hidden rounded-md border border-kumo-line max-pad:flex max-pad:flex-col"
        choiceClassName="min-h-8 px-3 max-pad:text-left hover:text-kumo-default focus-visible:-outline-offset-2 aria-pressed:bg-kumo-brand/10 aria-pressed:text-kumo-default"
      />
      {way === 'provider' && (
        <ProviderSource
          domainId={domainId}
          onRead={(read) => {
            onChange({ source: read, format: 'table' })
            onProblem(null)
            setWay('text')
          }}
        />
      )}
      {way === 'transfer' && (
        <TransferSource
          domainId={domainId}
          domainName={domainName}
          onRead={(read) => {
            onChange({ source: read, format: 'bind' })
            onProblem(null)
            setWay('text')
          }}
        />
      )}
      {way !== 'text' && problem !== null && (
        <p role="alert" className="text-sm text-kumo-danger">
          {text.readFirst}
        </p>
      )}
      {way === 'text' && (
        <SourceField
          domainId={domainId}
          source={source}
          problem={problem}
          onProblem={onProblem}
          isReading={isReading}
          onReading={onReading}
          onSource={(next) =>
            onChange({
              source: next,
              ...(next.text.trim() === '' ? {} : { format: next.file?.encoding === workbookEncoding ? 'table' : textFormatOf(next.text, lines.list) }),
            })
          }
        />
      )}
      <ImportModeChoice mode={mode} onChange={(chosen) => onChange({ mode: chosen })} />
      {way === 'text' && (
        <div>
          <label htmlFor={`${id}-format`} className="mb-1 block text-sm font-medium">
            {text.format}
          </label>
          <select
            id={`${id}-format`}
            className={`${textField} max-w-64 cursor-pointer`}
            value={format}
            onChange={(event) => onChange({ format: event.target.value as ImportFormat })}
          >
            {importFormats.map((one) => (
              <option key={one} value={one}>
                {text.formats[one]}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

type SourceFieldProps = Pick<SourceStepProps, 'domainId' | 'problem' | 'onProblem' | 'isReading' | 'onReading'> & {
  source: ImportSource
  onSource: (source: ImportSource) => void
}

function SourceField({ domainId, source, onSource, problem, onProblem, isReading, onReading }: SourceFieldProps) {
  const text = useText(importMessages)
  const id = useId()
  const language = useLanguage()
  const reading = useChange(record.workbook, { shownIn: 'form' })
  const isLong = source.text.length > editableCharacters

  async function read(files: FileList): Promise<void> {
    const [file, ...others] = files
    if (!file) return
    if (others.length > 0) return onProblem((now) => textsIn(importMessages, now).oneFile)
    if (file.size > limits.zoneFileBytes) return onProblem((now) => textsIn(importMessages, now).tooLarge(formatBytes(file.size, now)))
    if (isReading) return
    onReading(true)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      if (isWorkbook(bytes)) return await readWorkbook(file)
      const { text: content, encoding } = decodeFile(bytes)
      onSource({ text: content, file: { name: file.name, bytes: file.size, encoding } })
      onProblem(null)
    } catch {
      // The browser says no more than that: moved, locked or without permission.
      onProblem((now) => textsIn(importMessages, now).unreadable)
    } finally {
      onReading(false)
    }
  }

  /** The server turns it into a table; from there on it is a text as any other. */
  async function readWorkbook(file: File, sheet?: string): Promise<void> {
    if (file.size > limits.workbookBytes) return onProblem((now) => textsIn(importMessages, now).workbookTooLarge(formatBytes(file.size, now)))
    onReading(true)
    const outcome = await base64Of(file)
      .then((bytes) => reading.run({ domainId, content: bytes, ...(sheet === undefined ? {} : { sheet }) }))
      .finally(() => onReading(false))
    if (!outcome.isDone) return onProblem((now) => callProblemText(outcome.problem, now))
    const { text: content, ...read } = outcome.reply.data
    onSource({ text: content, file: { name: file.name, bytes: file.size, encoding: workbookEncoding, workbook: { file, ...read } } })
    onProblem(null)
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault()
      return void read(event.clipboardData.files)
    }
    const pasted = event.clipboardData.getData('text/plain')
    if (source.text.trim() !== '' || pasted.length <= editableCharacters) return
    // So long a text would freeze the area; it becomes a file without a name.
    event.preventDefault()
    onSource({ text: pasted, file: null })
    onProblem(null)
  }

  return (
    <FileDrop
      text={text}
      limit={text.limit('32 MiB', '8 MiB')}
      isReading={isReading}
      onFiles={(files) => void read(files)}
      chosen={
        source.file && (
          <>
            <FileCard source={source} onRemove={() => onSource({ text: '', file: null })} />
            {source.file.notes && source.file.notes.length > 0 && (
              <ul className={`${warningNote} list-disc pl-8`}>
                {source.file.notes.map(({ code, params }) => (
                  <li key={code}>{textOfProblem(code, language, params)}</li>
                ))}
              </ul>
            )}
            {source.file.workbook && <SheetChoice workbook={source.file.workbook} isReading={reading.isRunning} onChoose={readWorkbook} />}
          </>
        )
      }
    >
      {isLong ? (
        <LongText source={source} onRemove={source.file ? null : () => onSource({ text: '', file: null })} />
      ) : (
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {source.file?.name ?? text.paste}
          </label>
          <textarea
            id={id}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            placeholder={text.pastePlaceholder}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-note`}
            readOnly={isReading}
            className={`${textField} h-auto resize-y py-1.5 font-mono text-sm`}
            value={source.text}
            onPaste={paste}
            onChange={(event) => {
              onSource({ ...source, text: event.target.value })
              onProblem(null)
            }}
          />
        </div>
      )}
      <p id={`${id}-note`} role={problem === null ? undefined : 'alert'} className={`text-sm ${problem === null ? 'text-kumo-subtle' : 'text-kumo-danger'}`}>
        {problem ?? text.pasteHelp}
      </p>
    </FileDrop>
  )
}

function FileCard({ source, onRemove }: { source: ImportSource; onRemove: () => void }) {
  const text = useText(importMessages)
  const format = useFormat()
  const { file } = source
  if (!file) return null
  return (
    <div className="flex items-center gap-3 rounded-md border border-kumo-line bg-kumo-recessed py-2 pr-2 pl-3">
      <FileTextIcon size={20} className="shrink-0 text-kumo-subtle" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-medium" title={file.name}>
          {file.name}
        </p>
        <p className="text-kumo-subtle">{text.fileLines(firstLines(source.text, 0).total, format.bytes(file.bytes), file.encoding)}</p>
      </div>
      <IconButton label={text.removeFile} onClick={onRemove} icon={<XIcon size={16} />} />
    </div>
  )
}

function LongText({ source, onRemove }: { source: ImportSource; onRemove: (() => void) | null }) {
  const text = useText(importMessages)
  const { lines, total } = firstLines(source.text, shownLines)
  return (
    <div>
      <p className="mb-1 flex items-center gap-2 text-sm text-kumo-subtle">
        <span className="flex-1">{text.fileIsLong(Math.min(shownLines, total))}</span>
        {onRemove && <IconButton label={text.removeFile} onClick={onRemove} icon={<XIcon size={16} />} />}
      </p>
      <pre
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-kumo-line bg-kumo-recessed px-3 py-2 text-xs leading-5 focus-visible:outline-2 focus-visible:outline-kumo-focus"
      >
        {lines.map((line) => line.slice(0, 300)).join('\n')}
      </pre>
    </div>
  )
}
