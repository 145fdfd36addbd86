/*
 * What a template may hold, and what a letter becomes of it. A template is text with `{{name}}` in it and no more: it has no
 * conditions, no loops, no expressions. Its HTML is checked sign by sign, so that whatever is not known to be harmless in a
 * mail is refused with its name.
 */

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Names of the variables in a text, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map((match) => match[1]!))]
}

/** A plain text with its variables put in. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variable, (_, name: string) => (Object.hasOwn(values, name) ? values[name]! : ''))
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it stands in HTML. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
}

/** HTML with its variables put in as text, their line breaks kept. */
export function filledHtml(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(variable, (_, name: string) => (Object.hasOwn(values, name) ? escapedHtml(values[name]!).replace(/\r?\n/g, '<br>') : ''))
}

/** What is wrong with a template's HTML: the part, as it was written. */
export type HtmlRefusal = { readonly kind: 'refused' | 'unclosed'; readonly part: string }

const voidTags = new Set(['br', 'hr', 'img'])
const attributesOfAll = ['style', 'align', 'valign', 'width', 'height', 'bgcolor', 'dir', 'lang', 'title', 'role']
const tags: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'h1', 'h2', 'h3', 'h4', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'center'].map((tag) => [tag, []]),
  ),
  ...Object.fromEntries(['ul', 'ol', 'li', 'hr', 'blockquote', 'pre', 'code', 'thead', 'tbody', 'tfoot', 'tr'].map((tag) => [tag, []])),
  a: ['href', 'target'],
  img: ['src', 'alt', 'border'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}
const attribute = /\s+([a-z-]+)=(?:"([^"]*)"|'([^']*)')/gy
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*)>/g

function isHarmless(name: string, value: string): boolean {
  if (value.includes('{{')) return false
  if (name === 'href') return /^(https?:\/\/|mailto:|tel:)[^\s]+$/i.test(value)
  if (name === 'src') return /^https:\/\/[^\s]+$/i.test(value)
  // Nothing that loads, runs, or hides such a thing behind an escape (CSS Syntax §4.3.7).
  if (name === 'style') return !/url\s*\(|expression|@|[\\&<>]|image-set|javascript/i.test(value)
  return true
}

function hasHarmlessAttributes(name: string, written: string): boolean {
  const rest = written.replace(/\s*\/?$/, '')
  attribute.lastIndex = 0
  let at = 0
  while (at < rest.length) {
    const match = attribute.exec(rest.toLowerCase())
    if (!match) return false
    const key = match[1]!
    const known = attributesOfAll.includes(key) || tags[name]!.includes(key)
    if (!known || !isHarmless(key, match[2] ?? match[3] ?? '')) return false
    at = attribute.lastIndex
  }
  return true
}

/** The first part of a template's HTML that a letter may not have; null when there is none. */
export function htmlRefusal(html: string): HtmlRefusal | null {
  const open: string[] = []
  const between = (text: string): HtmlRefusal | null => {
    const at = text.search(/[<>]/)
    return at < 0 ? null : { kind: 'refused', part: text.slice(at, at + 40).trim() }
  }
  let end = 0
  for (const match of html.matchAll(tag)) {
    const refusal = between(html.slice(end, match.index))
    if (refusal) return refusal
    end = match.index + match[0].length
    const name = match[2]!.toLowerCase()
    const part = match[0].slice(0, 80)
    if (!Object.hasOwn(tags, name)) return { kind: 'refused', part }
    if (match[1] === '/') {
      if (match[3]!.trim() !== '') return { kind: 'refused', part }
      if (voidTags.has(name) || open.pop() !== name) return { kind: 'unclosed', part }
      continue
    }
    if (!hasHarmlessAttributes(name, match[3]!)) return { kind: 'refused', part }
    if (!voidTags.has(name)) open.push(name)
  }
  const refusal = between(html.slice(end))
  if (refusal) return refusal
  return open.length > 0 ? { kind: 'unclosed', part: `<${open.at(-1)}>` } : null
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The plain text of a template's HTML, for readers that show no HTML. */
export function textOfHtml(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<a\s[^>]*href=["']([^"']*)["'][^>]*>(.*?)<\/a>/gi, (_, href: string, inner: string) => (inner.includes(href) ? inner : `${inner} (${href})`))
    .replace(/<(br|hr)[^>]*>/gi, '\n')
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<\/(p|h[1-4]|div|table|ul|ol|blockquote|pre)>/gi, '\n\n')
    .replace(/<\/(tr)>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name]!)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
