import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Modal } from '../../ui/modal.tsx'
import { RichTextEditor } from './rich-text-editor.tsx'

/* The editor alone in a page, for a test that writes in it without a server. What it hands on stands in the output beside it. */

function Editor({ html }: { html: string }) {
  const [written, setWritten] = useState(html)
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {isOpen && (
        <Modal title="Editor" labels={{ close: 'Close', fullScreen: 'Full screen' }} onClose={() => setOpen(false)}>
          <p id="label">Content</p>
          <RichTextEditor labelledBy="label" describedBy={undefined} isInvalid={false} html={html} onChange={setWritten} onImage={null} />
        </Modal>
      )}
      <output>{written}</output>
    </>
  )
}

let shown: Root | undefined

/** A new one in the place of what was shown before. */
export function show(html: string): void {
  shown?.unmount()
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  shown = createRoot(place)
  shown.render(<Editor html={html} />)
}
