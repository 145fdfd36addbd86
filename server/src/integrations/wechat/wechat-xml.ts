/*
 * The little of XML that WeChat's messages are: one element `xml` around elements without attributes that hold a text. Nothing else is
 * read at all: no declarations, entities, comments or instructions, so that there is nothing to expand and nothing to fetch.
 */

const longestText = 16_384
const name = '[A-Za-z][A-Za-z0-9_]{0,63}'
const member = new RegExp(String.raw`\s*<(${name})>(?:<!\[CDATA\[((?:(?!\]\]>)[^])*)\]\]>|([^<&]*))</\1>\s*`, 'y')

/** The texts of a flat message by name; null for whatever is not one. */
export function readFlatXml(text: string): ReadonlyMap<string, string> | null {
  if (text.length > longestText || /[\0\uFFFD]/.test(text)) return null
  const inner = /^\s*<xml>([^]*)<\/xml>\s*$/.exec(text)?.[1]
  if (inner === undefined) return null
  const texts = new Map<string, string>()
  member.lastIndex = 0
  for (let at = 0; at < inner.length; at = member.lastIndex) {
    const found = member.exec(inner)
    // A name that comes twice would be read differently by somebody else.
    if (!found || texts.has(found[1]!)) return null
    texts.set(found[1]!, found[2] ?? found[3]!)
  }
  return texts
}

/** A flat message; numbers stand as they are, texts in CDATA. */
export function flatXml(texts: Readonly<Record<string, string | number>>): string {
  const inner = Object.entries(texts).map(([of, text]) =>
    typeof text === 'number' ? `<${of}>${text}</${of}>` : `<${of}><![CDATA[${text.replaceAll(']]>', ']] >')}]]></${of}>`,
  )
  return `<xml>${inner.join('')}</xml>`
}
