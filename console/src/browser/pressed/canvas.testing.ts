import { createCanvas, Path2D, type Canvas } from '@napi-rs/canvas'

/* What browsers draw on, for a document that only knows the element: charts ask it for colours and for the width of words. */

/** Gives it to the document. */
export function giveCanvases(): void {
  Object.assign(globalThis, { Path2D })
  const drawn = new WeakMap<HTMLCanvasElement, Canvas>()
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, kind: string) {
      if (kind !== '2d') return null
      const canvas = drawn.get(this) ?? createCanvas(this.width, this.height)
      drawn.set(this, canvas)
      return canvas.getContext('2d')
    },
  })
}
