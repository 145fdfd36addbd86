import { useLayoutEffect, useRef, type RefObject } from 'react'

/** With less room than this for the rows, the window scrolls instead of them. */
const leastRoomPx = 240
/** A table that scrolls does so by more than this. */
const leastScrollPx = 8

/** What the window has left for a part of the page, once all that stands above and below it has its place. */
function roomFor(element: HTMLElement): number {
  const main = element.closest('main')
  if (!main) return Infinity
  const at = element.getBoundingClientRect()
  // What lies over the page, as a drawer does, takes no place in it.
  const inPlace = [...main.children].filter((part) => !['fixed', 'absolute'].includes(getComputedStyle(part).position))
  const contentBottom = Math.max(...inPlace.map((part) => part.getBoundingClientRect().bottom))
  let footerPx = 0
  for (let after = main.nextElementSibling; after; after = after.nextElementSibling) footerPx += after.getBoundingClientRect().height
  const below = contentBottom - at.bottom + Number.parseFloat(getComputedStyle(main).paddingBottom) + footerPx
  return Math.floor(document.documentElement.clientHeight - (at.top + scrollY) - below)
}

/** Calls `fit` with that room, at first and whenever it changes: so that the part scrolls and not the window as well. */
export function useRoom(part: RefObject<HTMLElement | null>, fit: (element: HTMLElement, roomPx: number) => void): void {
  const followed = useRef<{ element: HTMLElement; end: () => void } | null>(null)
  // The part may come later than the table that draws it; most drawings leave it as it is.
  useLayoutEffect(() => {
    const element = part.current
    if (followed.current?.element === element) return
    followed.current?.end()
    followed.current = element && { element, end: followRoom(element, fit) }
  })
  useLayoutEffect(
    () => () => {
      followed.current?.end()
      followed.current = null
    },
    [],
  )
}

function followRoom(element: HTMLElement, fit: (element: HTMLElement, roomPx: number) => void): () => void {
  const measure = () => fit(element, roomFor(element))
  measure()
  const observer = new ResizeObserver(measure)
  for (const one of [element.closest('main'), element.parentElement, document.documentElement]) if (one) observer.observe(one)
  addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    removeEventListener('resize', measure)
  }
}

type Fitted = { readonly scrollHeight: number; readonly style: { maxHeight: string } }

/** The rows of a list scroll in their own place, by enough to be seen to. */
export function fitRows(scroller: Fitted, roomPx: number): void {
  const overPx = scroller.scrollHeight - roomPx
  // A last row that lacks a few pixels looks whole: one that is cut says that there is more.
  const heightPx = overPx > 0 && overPx < leastScrollPx ? roomPx - leastScrollPx : roomPx
  scroller.style.maxHeight = roomPx >= leastRoomPx ? `${heightPx}px` : 'none'
}
