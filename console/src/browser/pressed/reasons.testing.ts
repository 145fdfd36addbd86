/* What cannot be used has to say why, so that nobody is left to guess. */

const controls = ':is(button, input, select, textarea, [role])'
const unusable = `${controls}:is(:disabled, [aria-disabled=true]), fieldset:disabled ${controls}`

const isText = (text: string | null | undefined): text is string => text !== null && text !== undefined && text.trim() !== ''

/** What describes an element, beside its name. */
function descriptionsOf(one: Element): string[] {
  const ids = (one.getAttribute('aria-describedby') ?? '').split(/\s+/)
  return [...ids.map((id) => (id === '' ? null : document.getElementById(id)?.textContent)), one.getAttribute('title')].filter(isText)
}

function namesOf(one: Element): string[] {
  const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : []
  return [one.getAttribute('aria-label'), one.textContent, ...labels.map(({ textContent }) => textContent)].filter(isText)
}

/** The element and the disabled parts of a form around it. */
function partsOf(one: Element | null | undefined): Element[] {
  return one ? [one, ...partsOf(one.parentElement?.closest('fieldset:disabled'))] : []
}

/**
 * Controls that are disabled and do not say why: by a text that describes them or, where a whole part of a form is, that part; their own
 * name says nothing. Nobody asks that of what lies behind a dialog.
 */
export function unexplained(): string[] {
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const isExplained = (part: Element, names: readonly string[]): boolean =>
    descriptionsOf(part).some((text) => !names.some((name) => name.includes(text))) || isText(part.querySelector('[data-reason]')?.textContent)
  return [...new Set(front.querySelectorAll(unusable))]
    .filter((one) => one.checkVisibility() && !partsOf(one).some((part) => isExplained(part, namesOf(one))))
    .map((one) => `${one.localName} ${namesOf(one)[0] ?? ''}`)
}
