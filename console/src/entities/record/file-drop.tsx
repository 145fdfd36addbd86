import { useState, type ReactNode } from 'react'
import UploadSimpleIcon from 'icon:upload-simple'
import { acceptedFiles } from './import-file.ts'

type FileDropProps = {
  text: { readonly choose: string; readonly drop: string; readonly dropNow: string; readonly reading: string }
  /** Which files, and how large. */
  limit: string
  multiple?: boolean
  isReading: boolean
  /** What stands in the place of the choice once a file was chosen. */
  chosen?: ReactNode
  onFiles: (files: FileList) => void
  /** Below the choice; files may be dropped here too. */
  children: ReactNode
}

/** Files of records by choice or by drop, anywhere on the area. */
export function FileDrop({ text, limit, multiple = false, isReading, chosen, onFiles, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className="space-y-3"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      {chosen || (
        <label
          className={`flex cursor-pointer flex-col items-center gap-1 rounded-md border border-dashed px-4 py-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus ${isOver ? 'border-kumo-brand bg-kumo-brand/10' : 'border-np-field hover:border-np-field-hover hover:bg-kumo-brand/10'}`}
        >
          <input
            type="file"
            multiple={multiple}
            accept={acceptedFiles}
            className="sr-only"
            onChange={({ currentTarget }) => {
              if (currentTarget.files) onFiles(currentTarget.files)
            }}
            // The same file can be chosen again, having been changed.
            onClick={({ currentTarget }) => (currentTarget.value = '')}
          />
          <UploadSimpleIcon size={20} className="text-kumo-subtle" aria-hidden="true" />
          <span className="text-sm">
            {isReading ? (
              text.reading
            ) : isOver ? (
              text.dropNow
            ) : (
              <>
                <span className="text-np-accent">{text.choose}</span> {text.drop}
              </>
            )}
          </span>
          <span className="text-xs text-kumo-subtle">{limit}</span>
        </label>
      )}
      {children}
    </div>
  )
}
