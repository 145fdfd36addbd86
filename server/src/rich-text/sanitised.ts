import sanitizeHtml from 'sanitize-html'
import { droppedWithContent, keptAttributes, richTextAttributes, richTextTags } from '@nameplane/contract/rich-text'

/** Deeper than anybody writes; a page of nested quotes must not cost its readers' browsers. */
const deepestNesting = 30

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: Object.fromEntries(richTextTags.map((tag) => [tag, [...richTextAttributes(tag)]])),
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [...droppedWithContent],
  nestingLimit: deepestNesting,
  selfClosing: ['br', 'hr', 'img'],
  enforceHtmlBoundary: false,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keptAttributes(tagName, attribs) }) },
  // A picture that is not ours leaves nothing, not even an empty frame.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
}

/** HTML that holds nothing but what rich text may hold; what is stored. Sanitised twice it is the same. */
export function sanitisedHtml(html: string): string {
  return sanitizeHtml(html, options)
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of sanitised HTML without its marks, blocks parted by a space. */
export function textOf(html: string): string {
  return sanitizeHtml(html.replace(/<(?:\/(?:p|h[234]|li|pre|blockquote)|br|hr)\b[^>]*>/g, '$& '), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The names of our own images in it. */
export function imageKeysOf(html: string): string[] {
  return [...html.matchAll(/\/sys\/message\/image\/([A-Za-z0-9_-]{22})"/g)].map((match) => match[1]!)
}
