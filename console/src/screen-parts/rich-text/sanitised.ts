import DOMPurify from 'dompurify'
import { droppedWithContent, keptAttributes, richTextAttributes, richTextTags } from '@nameplane/contract/rich-text'

const purifier = DOMPurify()

const options = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: [...new Set(richTextTags.flatMap((tag) => [...richTextAttributes(tag)]))],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...droppedWithContent],
  RETURN_DOM_FRAGMENT: true as const,
}

// Before the purifier looks at them itself: what the contract's rules leave of an element's attributes.
purifier.addHook('beforeSanitizeAttributes', (element) => {
  // Texts come by here too, whatever the types say.
  if (element.nodeType !== Node.ELEMENT_NODE) return
  const written = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const kept = keptAttributes(element.localName, written)
  for (const name of Object.keys(written)) if (kept[name] !== written[name]) element.removeAttribute(name)
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value)
})

/** HTML as nodes that hold nothing but what rich text may hold: what is shown, wherever it comes from. */
export function sanitisedNodes(html: string): DocumentFragment {
  const nodes = purifier.sanitize(html, options)
  // A picture that is not ours leaves nothing, not even an empty frame.
  for (const image of nodes.querySelectorAll('img:not([src])')) image.remove()
  return nodes
}
