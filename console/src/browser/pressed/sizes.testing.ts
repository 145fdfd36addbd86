/* What browsers measure, for a document without a layout: a list that draws what its window shows would draw nothing. */

/** Every element is as large as the window. */
export function giveSizes(): void {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => innerWidth })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => innerHeight })
}
