import { createStore } from '../browser/store.ts'

/** Grows with each refresh; a page is drawn under it as key, so that it starts afresh. */
export const refreshCount = createStore(0)

export function countRefresh(): void {
  refreshCount.set(refreshCount.get() + 1)
}
