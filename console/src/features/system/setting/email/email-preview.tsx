import { useMemo, useState } from 'react'
import type { EmailWords } from '@nameplane/contract/system/email/email-defaults'
import { renderedEmail } from '@nameplane/contract/system/email/email-rendering'
import { exampleVariables, type EmailScenario } from '@nameplane/contract/system/email/email-scenarios'
import { htmlRefusal } from '@nameplane/contract/system/email/email-text'
import { useText } from '../../../../i18n/messages.ts'
import { Tabs } from '../../../../screen-parts/tabs.tsx'
import { templateMessages } from './template.messages.ts'

/**
 * The page's policy allows no styles within HTML and nothing from elsewhere, and a frame inherits it: what would ask for
 * either is put aside under another name and brought back through the document's own objects.
 */
function setAside(html: string): string {
  return html.replace(/<[^>]+>/g, (tag) => tag.replace(/\s(style|src|href)=/gi, ' data-$1='))
}

function bringBack(frame: HTMLIFrameElement): number {
  const page = frame.contentDocument
  if (!page) return 0
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset['style']!
  for (const link of page.querySelectorAll<HTMLElement>('a[data-href]')) {
    link.style.textDecoration = 'underline'
    link.style.color ||= '#1a56db'
    link.title = link.dataset['href']!
  }
  for (const image of page.querySelectorAll<HTMLElement>('img[data-src]'))
    image.style.cssText += ';display:inline-block;min-width:48px;min-height:24px;border:1px dashed #9ca3af'
  return page.documentElement.scrollHeight
}

/** A letter as its reader will see it, with examples for its variables. */
export function EmailPreview({ scenario, words, language }: { scenario: EmailScenario; words: EmailWords; language: 'zh' | 'en' }) {
  const text = useText(templateMessages)
  const [shown, setShown] = useState<'html' | 'text'>('html')
  const [heightPx, setHeightPx] = useState(360)
  const email = useMemo(
    () => (htmlRefusal(words.html) ? null : renderedEmail(words, language, exampleVariables(scenario, language))),
    [scenario, words, language],
  )
  const page = useMemo(() => email && setAside(email.html), [email])
  return (
    <section aria-label={text.preview} className="min-w-0 overflow-hidden rounded-md border border-kumo-line">
      <Tabs
        label={text.preview}
        options={[
          ['html', text.previews.html],
          ['text', text.previews.text],
        ]}
        chosen={shown}
        onChoose={setShown}
      />
      {email === null || page === null ? (
        <p className="px-4 py-10 text-center text-sm text-kumo-subtle">{text.noPreview}</p>
      ) : (
        <>
          <p className="border-b border-kumo-line px-3 py-2 text-sm break-words">
            <span className="mr-2 text-kumo-subtle">{text.from}</span>
            {email.subject}
          </p>
          {shown === 'html' ? (
            <iframe
              title={text.previewFrame}
              // Same origin, so that styles can be brought back; without scripts of any kind.
              sandbox="allow-same-origin"
              srcDoc={page}
              onLoad={(event) => setHeightPx(Math.min(900, Math.max(240, bringBack(event.currentTarget))))}
              style={{ height: heightPx }}
              className="block w-full bg-white"
            />
          ) : (
            <pre className="min-h-60 overflow-x-auto px-3 py-3 font-mono text-sm whitespace-pre-wrap">{email.text}</pre>
          )}
          <p className="border-t border-kumo-line px-3 py-2 text-xs text-kumo-subtle">{text.exampleValues}</p>
        </>
      )}
    </section>
  )
}
