import type { ReactNode } from 'react'
import UploadSimpleIcon from 'icon:upload-simple'
import { fileChoice, useFileDrop } from '../../ui/file-drop.ts'
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
  const { isOver, area } = useFileDrop(onFiles)
  return (
    <div className="space-y-3" {...area}>
      {chosen || (
        <label className={`${fileChoice(isOver)} flex-col items-center gap-1 px-4 py-5 text-center`}>
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
