import { useState, type DragEvent } from 'react'

/** An area on which files may be dropped, and whether they are over it. */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const area = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return { isOver, area }
}

/** The choice of a file on such an area. */
export const fileChoice = (isOver: boolean): string =>
  `flex cursor-pointer rounded-md border border-dashed has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus ${isOver ? 'border-kumo-brand bg-kumo-brand/10' : 'border-np-field hover:border-np-field-hover hover:bg-kumo-brand/10'}`
