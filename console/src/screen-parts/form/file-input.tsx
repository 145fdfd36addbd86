import { useText } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import type { ControlProps } from './labelled.tsx'

type FileInputProps = {
  /** With `data-first-focus` a dialog gives it the focus. */
  control: ControlProps & { 'data-first-focus'?: '' }
  /** The chosen file's name; null before one is chosen. */
  fileName: string | null
  /** Kinds of files, as the platform's own chooser takes them. */
  accept?: string
  onChoose: (file: File | undefined) => void
}

/** Chooses one file. The browser's own button speaks the browser's language, so ours stands around the hidden field. */
export function FileInput({ control, fileName, accept, onChoose }: FileInputProps) {
  const text = useText(partsMessages)
  return (
    <span
      className={`relative flex h-8 items-center overflow-hidden rounded-md border bg-kumo-control text-sm focus-within:outline-2 focus-within:outline-kumo-focus ${control['aria-invalid'] ? 'border-np-danger' : 'border-np-field hover:border-np-field-hover'}`}
    >
      <span aria-hidden="true" className="flex h-full shrink-0 items-center border-r border-kumo-line bg-kumo-tint px-3">
        {text.chooseFile}
      </span>
      <span aria-hidden="true" className={`min-w-0 flex-1 truncate px-3 ${fileName === null ? 'text-kumo-subtle' : ''}`}>
        {fileName ?? text.noFile}
      </span>
      <input
        {...control}
        type="file"
        accept={accept}
        onChange={(event) => onChoose(event.target.files?.[0])}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
      />
    </span>
  )
}
