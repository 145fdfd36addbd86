import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdUnsaved, leaving, mayLeaveFor } from './unsaved.ts'

const listeners = new Set<string>()
beforeEach(() => {
  vi.stubGlobal('addEventListener', (name: string) => void listeners.add(name))
  vi.stubGlobal('removeEventListener', (name: string) => void listeners.delete(name))
  return () => vi.unstubAllGlobals()
})

describe('leaving a page', () => {
  it('is free while nothing is unsaved', async () => {
    expect(await mayLeaveFor('/elsewhere')).toBe(true)
    expect(leaving.get()).toBeNull()
  })

  it('asks while something is unsaved, and takes it back only on yes', async () => {
    const discard = vi.fn<() => void>()
    const end = holdUnsaved({ isBeside: () => false, discard })
    const refused = mayLeaveFor('/elsewhere')
    leaving.get()!.answer(false)
    expect([await refused, discard.mock.calls.length, leaving.get()]).toEqual([false, 0, null])
    const agreed = mayLeaveFor('/elsewhere')
    leaving.get()!.answer(true)
    expect([await agreed, discard.mock.calls.length, leaving.get()]).toEqual([true, 1, null])
    end()
    expect(await mayLeaveFor('/elsewhere')).toBe(true)
  })

  it('is free to the pages beside it', async () => {
    const end = holdUnsaved({ isBeside: (pathname) => pathname === '/beside', discard: () => undefined })
    expect(await mayLeaveFor('/beside')).toBe(true)
    end()
  })

  it('asks anew where the reader goes another way meanwhile', async () => {
    const end = holdUnsaved({ isBeside: () => false, discard: () => undefined })
    const first = mayLeaveFor('/one')
    const second = mayLeaveFor('/two')
    expect(await first).toBe(false)
    leaving.get()!.answer(true)
    expect(await second).toBe(true)
    end()
  })

  it('is asked about by the browser too, as long as something is unsaved', () => {
    const ends = [1, 2].map(() => holdUnsaved({ isBeside: () => false, discard: () => undefined }))
    ends[0]!()
    expect([...listeners]).toEqual(['beforeunload'])
    ends[1]!()
    expect([...listeners]).toEqual([])
  })
})
