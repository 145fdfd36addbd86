/** Between a button and its menu. */
const gapPx = 4
/** Between a menu and the edge of the window. */
const edgePx = 8

type Button = Pick<DOMRect, 'top' | 'bottom' | 'right'>
type Size = Pick<DOMRect, 'width' | 'height'>
type Page = Pick<Element, 'clientWidth' | 'clientHeight'>

/** Where a menu stands: below its button, above where there is no room below; its right edge at the button’s, within the window. */
export function menuPlace(button: Button, { width, height }: Size, page: Page): { topPx: number; leftPx: number } {
  const belowPx = button.bottom + gapPx
  const isRoomBelow = belowPx + height <= page.clientHeight - edgePx
  return {
    topPx: isRoomBelow ? belowPx : Math.max(edgePx, button.top - gapPx - height),
    leftPx: Math.min(Math.max(edgePx, button.right - width), page.clientWidth - width - edgePx),
  }
}
