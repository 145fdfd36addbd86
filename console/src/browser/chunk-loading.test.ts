import { describe, expect, it, vi } from 'vitest'
import { loadChunk } from './chunk-loading.ts'

const Page = () => null

describe('loading a page', () => {
  it('gives what was loaded', async () => {
    expect(await loadChunk(async () => Page)).toBe(Page)
  })

  it('fails with the reason when the script does', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('not fetched')))).rejects.toMatchObject({ name: 'ChunkLoadError', reason: 'failed' })
  })

  it('gives up after 120 seconds and not before', async () => {
    vi.useFakeTimers()
    try {
      let outcome = 'pending'
      void loadChunk(() => new Promise(() => {})).catch((cause: { reason: string }) => (outcome = cause.reason))
      await vi.advanceTimersByTimeAsync(119_999)
      expect(outcome).toBe('pending')
      await vi.advanceTimersByTimeAsync(1)
      expect(outcome).toBe('timeout')
    } finally {
      vi.useRealTimers()
    }
  })
})
