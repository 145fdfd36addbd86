import CheckIcon from 'icon:check'
import CopyIcon from 'icon:copy'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { copyText } from './copy-text.ts'

const shownForMs = 1500

/** Copies `text`; `label` names what is copied. */
export function CopyButton({ text: content, label }: { text: string; label: string }) {
  const text = useText(partsMessages)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const name = `${text.copy} ${label}`
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={() => void copyText(content).then(setCopied)}
      className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus"
    >
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </button>
  )
}
