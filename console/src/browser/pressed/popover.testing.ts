/* What browsers do with `popover` and `popovertarget`, for a document that has no such thing. */

const open = new WeakSet<HTMLElement>()

function toggle(element: HTMLElement, isOpen: boolean): void {
  if (open.has(element) === isOpen) return
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed']
  const tell = (type: string): boolean => element.dispatchEvent(Object.assign(new Event(type), { oldState, newState }))
  tell('beforetoggle')
  if (isOpen) open.add(element)
  else open.delete(element)
  tell('toggle')
}

/** Gives them to the document, unless it has them. */
export function givePopovers(): void {
  const given: object = HTMLElement.prototype
  if ('showPopover' in given) return
  HTMLElement.prototype.showPopover = function () {
    toggle(this, true)
  }
  HTMLElement.prototype.hidePopover = function () {
    toggle(this, false)
  }
  document.addEventListener('click', (event) => {
    const id = event.target instanceof Element && event.target.closest('[popovertarget]')?.getAttribute('popovertarget')
    const target = typeof id === 'string' ? document.getElementById(id) : null
    if (target) toggle(target, !open.has(target))
  })
}
