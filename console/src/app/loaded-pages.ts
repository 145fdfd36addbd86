import type { ComponentType } from 'react'
import { loadDrawn } from '../browser/chunk-loading.ts'

const loaded = new Map<string, ComponentType>()

/** Loads a page once; `loadedPage` then gives it without waiting. */
export async function loadPage(key: string, load: () => Promise<ComponentType>): Promise<void> {
  if (!loaded.has(key)) loaded.set(key, await loadDrawn(load))
}

export function loadedPage(key: string): ComponentType | undefined {
  return loaded.get(key)
}
