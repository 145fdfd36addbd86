/*
 * What rich text may consist of, said once: the server keeps to it when text is saved and the console when it is shown.
 * Everything that is not named here goes: a tag leaves its text behind, a tag of `droppedWithContent` leaves nothing. Styles
 * are never kept (the content policy refuses them); alignment is a class.
 */

/** Classes that mean something to the console's style sheet. */
const classes: ReadonlySet<string> = new Set(['rt-center', 'rt-right'])

const longestAddress = 2000
// No white space, no control characters, no backslashes: browsers read more into those than a pattern can.
const linkPattern = /^(?:https?:\/\/[^\s\\\p{C}]+|mailto:[^\s\\\p{C}]+|#\/[^\s\\\p{C}]*)$/iu
const imagePattern = /^\/(?:api|antsxdp)\/sys\/message\/image\/[A-Za-z0-9_-]{22}$/

/** http, https and mailto addresses, and paths of the console (`#/dns/…`). */
export function isRichTextLink(href: string): boolean {
  return href.length <= longestAddress && linkPattern.test(href)
}

/** Images are our own only, uploaded and drawn anew by the server. */
export function isRichTextImage(source: string): boolean {
  return imagePattern.test(source)
}

type Rule = (value: string) => string | null
const ifTrue = (accepts: (value: string) => boolean): Rule => {
  return (value) => (accepts(value) ? value : null)
}
const plain: Rule = (value) => value.replace(/\p{Cc}/gu, ' ').slice(0, 200)
const measure = ifTrue((value) => /^[1-9]\d{0,3}$/.test(value))
const classRule: Rule = (value) => {
  const kept = value.split(/\s+/).filter((name) => classes.has(name))
  return kept.length > 0 ? kept.join(' ') : null
}
const block = { class: classRule }

/** Each tag with its attributes; an attribute's rule answers the value to keep, or null for none. */
const tags: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  p: block,
  h2: block,
  h3: block,
  h4: block,
  br: {},
  hr: {},
  strong: {},
  b: {},
  em: {},
  i: {},
  u: {},
  s: {},
  code: {},
  pre: {},
  blockquote: {},
  ul: {},
  ol: { start: measure },
  li: {},
  a: { href: ifTrue(isRichTextLink) },
  img: { src: ifTrue(isRichTextImage), alt: plain, width: measure, height: measure },
}

/** Set on every link that leaves the console, whatever was written. */
const leaving = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

/** The tags that may stand. */
export const richTextTags: readonly string[] = Object.keys(tags)

/** Every attribute that may stand on a tag, those that are set by us included. */
export function richTextAttributes(tag: string): readonly string[] {
  return [...Object.keys(tags[tag] ?? {}), ...(tag === 'a' ? Object.keys(leaving) : [])]
}

/** The attributes of a tag as they may stand, of those that were written. */
export function keptAttributes(tag: string, written: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {}
  const rules = tags[tag] ?? {}
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(written, name) ? rule(written[name]!) : null
    if (value !== null) kept[name] = value
  }
  return tag === 'a' && kept['href'] && !kept['href'].startsWith('#') ? { ...kept, ...leaving } : kept
}

/** Tags whose content is no text for a reader, or would be read by other rules than those of HTML text. */
export const droppedWithContent: readonly string[] = [
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'embed',
  'applet',
  'frameset',
  'svg',
  'math',
  'title',
  'textarea',
  'select',
  'option',
  'xmp',
  'plaintext',
  'audio',
  'video',
  'canvas',
  'map',
]
