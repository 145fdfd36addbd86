import { useRef, useState, type ChangeEvent } from 'react'
import { EditorContent, useEditor } from '@tiptap/react'
import { useText } from '../../i18n/messages.ts'
import { richTextExtensions } from './rich-text-extensions.ts'
import { richTextMessages } from './rich-text.messages.ts'
import { RichTextTools } from './rich-text-tools.tsx'
import './rich-text.css'

/** An uploaded picture: where it is and how large. */
export type UploadedImage = { readonly src: string; readonly width: number; readonly height: number }

type RichTextEditorProps = {
  /** Ids of what names and explains it. */
  labelledBy: string
  describedBy: string | undefined
  isInvalid: boolean
  /** What it begins with; later changes of it are not taken over. */
  html: string
  /** Every change, as HTML; empty for nothing but white space. */
  onChange: (html: string) => void
  /** Takes a picture in; null when it was refused, which the owner has said. Null itself: a text without pictures. */
  onImage: ((file: File) => Promise<UploadedImage | null>) | null
}

const imageTypes = 'image/png,image/jpeg,image/webp'

/** Text with marks, written: a toolbar, the usual keys, pictures by button, paste and drop. */
export function RichTextEditor({ labelledBy, describedBy, isInvalid, html, onChange, onImage }: RichTextEditorProps) {
  const text = useText(richTextMessages)
  const chooser = useRef<HTMLInputElement>(null)
  const [uploads, setUploads] = useState(0)
  const editor = useEditor({
    extensions: richTextExtensions,
    content: html,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'np-rich-text px-3 py-2',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      },
      // The editor would take it and do nothing with it, in the place of the dialog that it closes.
      handleDOMEvents: { keydown: (_view, { key }) => key === 'Escape' },
      handlePaste: (_view, event) => takeIn(event.clipboardData?.files),
      handleDrop: (_view, event) => takeIn(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })

  /** Uploads what is a picture; tells whether there was one. */
  function takeIn(files: FileList | null | undefined): boolean {
    if (!onImage) return false
    const images = [...(files ?? [])].filter((file) => file.type.startsWith('image/'))
    for (const file of images) void insert(file)
    return images.length > 0
  }

  async function insert(file: File): Promise<void> {
    setUploads((count) => count + 1)
    const image = await onImage!(file)
    setUploads((count) => count - 1)
    if (!image || editor.isDestroyed) return
    editor
      .chain()
      .focus()
      .setImage({ ...image, alt: file.name.replace(/\.\w+$/, '') })
      .run()
  }

  function chosen(event: ChangeEvent<HTMLInputElement>) {
    takeIn(event.target.files)
    event.target.value = ''
  }

  return (
    <div
      className={`rounded-md border bg-kumo-control focus-within:border-kumo-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-kumo-focus ${isInvalid ? 'border-np-danger' : 'border-np-field'}`}
    >
      <RichTextTools editor={editor} onChooseImage={onImage && (() => chooser.current?.click())} />
      <input ref={chooser} type="file" accept={imageTypes} multiple hidden aria-label={text.image} onChange={chosen} />
      <EditorContent editor={editor} className="max-h-[50dvh] overflow-y-auto" />
      <p role="status" className={uploads > 0 ? 'px-3 pb-2 text-sm text-kumo-subtle' : 'sr-only'}>
        {uploads > 0 ? text.uploading : ''}
      </p>
    </div>
  )
}
