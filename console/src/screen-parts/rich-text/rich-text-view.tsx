import { useLayoutEffect, useRef } from 'react'
import { textLanguage } from '../../i18n/text-language.ts'
import { sanitisedNodes } from './sanitised.ts'
import './rich-text.css'

/** Rich text as its reader sees it: sanitised once more, here and now, whoever stored it. */
export function RichTextView({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(sanitisedNodes(html))
  }, [html])
  return <div ref={place} lang={textLanguage(html)} className="np-rich-text" />
}
