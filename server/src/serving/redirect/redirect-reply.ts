import { createHash } from 'node:crypto'
import type { Redirect } from './redirect-finder.ts'

export type Reply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** An edit of a permanent redirect is seen by those who have been there after so long at most. */
const permanentSeconds = 300

const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin' }
const plain = 'text/plain; charset=utf-8'

function textReply(status: number, text: string, headers: Readonly<Record<string, string>>): Reply {
  return { status, headers: { ...always, 'Content-Type': plain, ...headers }, body: `${text}\n` }
}

const noStore = { 'Cache-Control': 'no-store' }

/** Nothing of what was asked is repeated in it. */
export const unknownHost = textReply(404, 'No redirect for this name', noStore)
export const badRequest = textReply(400, 'The request must name one host', noStore)
export const wrongMethod = textReply(405, 'Only GET and HEAD are supported', { ...noStore, Allow: 'GET, HEAD' })

/** @param host the name that was asked for, in lower case */
export function replyOf({ mode, target }: Redirect, host: string): Reply {
  switch (mode) {
    case '301':
      return textReply(301, 'Moved permanently', { 'Cache-Control': `max-age=${permanentSeconds}`, Location: target })
    case '302':
      return textReply(302, 'Found', { ...noStore, Location: target })
    case 'frame':
      return framePage(target, host)
  }
}

const style = 'html,body{height:100%;margin:0}iframe{display:block;width:100%;height:100%;border:0}'
const styleHash = createHash('sha256').update(style).digest('base64')

function framePage(target: string, host: string): Reply {
  const title = escaped(host)
  const policy = ["default-src 'none'", `frame-src ${frameSource(target)}`, `style-src 'sha256-${styleHash}'`, "base-uri 'none'", "form-action 'none'"].join(
    '; ',
  )
  return {
    status: 200,
    headers: { ...always, ...noStore, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
    body: `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><iframe src="${escaped(target)}" title="${title}"></iframe></body>
</html>
`,
  }
}

/** The target's origin, or its scheme where a policy cannot write the host: an IPv6 address, and characters that mean something there. */
function frameSource(target: string): string {
  const { protocol, hostname, origin } = new URL(target)
  return /^[a-z0-9_.-]+$/.test(hostname) ? origin : protocol
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
