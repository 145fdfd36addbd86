import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { limits } from '@nameplane/contract/limits'

/** A page's code did not come: the script failed to load, or the time limit passed (spec point 8). */
export class ChunkLoadError extends Error {
  readonly reason: 'failed' | 'timeout'

  constructor(reason: 'failed' | 'timeout', cause?: unknown) {
    super(`page code ${reason}`, { cause })
    this.name = 'ChunkLoadError'
    this.reason = reason
  }
}

/** Loads a page's code within the time limit. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, timeoutMs: number = limits.chunkLoadTimeoutMs): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new ChunkLoadError('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([load().catch((cause: unknown) => Promise.reject(new ChunkLoadError('failed', cause))), limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads what is drawn, with the style sheet of all that is not drawn at first sight. */
export async function loadDrawn<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await loadChunk(() => Promise.all([load(), import('../console.css')]))
  return part
}

/**
 * A part of a page whose code comes when it is first drawn; without it the page's load error shows.
 *
 *   const AddDomain = lazyPart(() => import('./domain-form.tsx').then((form) => form.AddDomain))
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadDrawn(load) }))
}
