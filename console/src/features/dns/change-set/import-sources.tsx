import { useId, type ClipboardEvent } from 'react'
import FileTextIcon from 'icon:file-text'
import XIcon from 'icon:x'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { limits } from '@nameplane/contract/limits'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { decodeFile } from '../../../browser/file-text.ts'
import { FileDrop } from '../../../entities/record/file-drop.tsx'
import { base64Of, editableCharacters, isWorkbook } from '../../../entities/record/import-file.ts'
import type { Language } from '../../../i18n/language.ts'
import { formatBytes } from '../../../i18n/format.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import type { Saying } from '../../../i18n/saying.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { textField } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { changeSetMessages } from './change-set.messages.ts'

type ChosenFile = { readonly id: number; readonly name: string; readonly text: string; readonly bytes: number }

/** Files, and what was pasted beside them. */
export type ChosenSources = { readonly files: readonly ChosenFile[]; readonly pasted: string }
export const nothingChosen: ChosenSources = { files: [], pasted: '' }

export function sentFiles({ files, pasted }: ChosenSources): { name: string; text: string }[] {
  const texts = files.map(({ name, text }) => ({ name, text }))
  return pasted.trim() === '' ? texts : [...texts, { name: '', text: pasted }]
}

type ImportSourcesProps = {
  chosen: ChosenSources
  /** What is wrong with them, beneath them. */
  problem: string | null
  /** Files are on their way: what stands here is not yet all that was chosen. */
  isReading: boolean
  onReading: (isReading: boolean) => void
  /** Of what is chosen by then: a text may be typed while files are read. */
  onChange: (change: (chosen: ChosenSources) => ChosenSources) => void
  onProblem: (problem: Saying) => void
}

let made = 0
const fileOf = (name: string, text: string, bytes: number): ChosenFile => ({ id: (made += 1), name, text, bytes })

type Texts = (typeof changeSetMessages)['en']['import']

const about =
  (file: File, why: (text: Texts, language: Language) => string): Saying =>
  (now) => {
    const text = textsIn(changeSetMessages, now).import
    return text.problemAt(file.name, why(text, now))
  }

/** Any number of files by choice or by drop, and a text beside them. */
export function ImportSources({ chosen, problem, isReading, onReading, onChange, onProblem }: ImportSourcesProps) {
  const text = useText(changeSetMessages).import
  const id = useId()
  const reading = useChange(changeSet.workbook, { shownIn: 'form' })

  async function read(list: FileList): Promise<void> {
    if (list.length === 0 || isReading) return
    onReading(true)
    const files: ChosenFile[] = []
    const problems: Saying[] = []
    for (const file of list) {
      try {
        files.push(...(await readFile(file, (why) => problems.push(why))))
      } catch {
        // The browser says no more than that: moved, locked or without permission.
        problems.push((now) => textsIn(changeSetMessages, now).import.unreadable(file.name))
      }
    }
    onReading(false)
    onChange((now) => ({ ...now, files: [...now.files, ...files] }))
    if (problems[0] !== undefined) onProblem(problems[0])
  }

  async function readFile(file: File, refuse: (why: Saying) => void): Promise<ChosenFile[]> {
    if (file.size > limits.zoneFileBytes) {
      refuse(about(file, ({ tooLarge }, now) => tooLarge(formatBytes(file.size, now))))
      return []
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isWorkbook(bytes)) return [fileOf(file.name, decodeFile(bytes).text, file.size)]
    if (file.size > limits.workbookBytes) {
      refuse((now) => textsIn(changeSetMessages, now).import.workbookTooLarge(file.name))
      return []
    }
    return readWorkbook(file, refuse)
  }

  /** Each sheet that is shown is a table of its own. */
  async function readWorkbook(file: File, refuse: (why: Saying) => void): Promise<ChosenFile[]> {
    const content = await base64Of(file)
    const read: ChosenFile[] = []
    let sheets: readonly (string | undefined)[] = [undefined]
    for (let at = 0; at < sheets.length; at += 1) {
      const sheet = sheets[at]
      const outcome = await reading.run({ content, ...(sheet === undefined ? {} : { sheet }) })
      if (!outcome.isDone) {
        refuse(about(file, (_, now) => callProblemText(outcome.problem, now)))
        return []
      }
      const { data } = outcome.reply
      if (at === 0) sheets = [data.sheet, ...data.sheets.filter(({ name, isHidden }) => !isHidden && name !== data.sheet).map(({ name }) => name)]
      read.push(fileOf(sheets.length === 1 ? file.name : data.sheet, data.text, data.text.length))
    }
    return read
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault()
      return void read(event.clipboardData.files)
    }
    const pasted = event.clipboardData.getData('text/plain')
    if (chosen.pasted.trim() !== '' || pasted.length <= editableCharacters) return
    // So long a text would freeze the area; it becomes a file without a name.
    event.preventDefault()
    onChange((now) => ({ ...now, files: [...now.files, fileOf('', pasted, pasted.length)] }))
  }

  return (
    <FileDrop text={text} limit={text.limit} multiple isReading={isReading} onFiles={(files) => void read(files)}>
      {chosen.files.length > 0 && (
        <ChosenFiles files={chosen.files} onRemove={(gone) => onChange((now) => ({ ...now, files: now.files.filter((file) => file.id !== gone) }))} />
      )}
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {text.paste}
        </label>
        <textarea
          id={id}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          placeholder={text.pastePlaceholder}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          className={`${textField} h-auto! resize-y py-1.5 font-mono text-sm`}
          value={chosen.pasted}
          onPaste={paste}
          onChange={({ target: { value } }) => onChange((now) => ({ ...now, pasted: value }))}
        />
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-kumo-danger">
          {problem}
        </p>
      )}
    </FileDrop>
  )
}

function ChosenFiles({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (id: number) => void }) {
  const text = useText(changeSetMessages).import
  const format = useFormat()
  return (
    <ul aria-label={text.files} className="max-h-56 divide-y divide-kumo-hairline overflow-y-auto rounded-md border border-kumo-line">
      {files.map(({ id, name, bytes }) => {
        const called = name === '' ? text.pasted : name
        return (
          <li key={id} className="flex items-center gap-3 py-1 pr-1 pl-3 text-sm">
            <FileTextIcon size={16} className="shrink-0 text-kumo-subtle" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate" title={called}>
              {called}
            </span>
            <span className="text-kumo-subtle tabular-nums">{format.bytes(bytes)}</span>
            <IconButton label={text.removeFile(called)} onClick={() => onRemove(id)} icon={<XIcon size={16} />} />
          </li>
        )
      })}
    </ul>
  )
}
