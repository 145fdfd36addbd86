import CheckIcon from 'icon:check'
import CopyIcon from 'icon:copy'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/messages.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
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
    <SmallIconButton label={name} onClick={() => void copyText(content).then(setCopied)} icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} />
  )
}
