/* What browsers do with `<select>`, for a document that does it otherwise: without it, a form takes what is saved for something just chosen. */

/** Gives it to the document, unless it has it. */
export function giveSelects(): void {
  const select: object = HTMLSelectElement.prototype
  const option: object = HTMLOptionElement.prototype
  if ('size' in select && 'defaultSelected' in option) return
  Object.defineProperty(select, 'size', {
    get(this: HTMLSelectElement) {
      return Number(this.getAttribute('size'))
    },
  })
  Object.defineProperty(option, 'defaultSelected', {
    get(this: HTMLOptionElement) {
      return this.hasAttribute('selected')
    },
  })
  const value = Object.getOwnPropertyDescriptor(select, 'value')
  if (!value) throw new Error('a select has no value')
  Object.defineProperty(select, 'value', {
    ...value,
    // Any value is compared as text.
    set(this: HTMLSelectElement, next: unknown) {
      value.set?.call(this, String(next))
    },
  })
}
