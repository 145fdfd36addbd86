import { describe, expect, it } from 'vitest'
import { loadedPage, loadPage } from './loaded-pages.ts'

const Page = () => null

describe('loading a page', () => {
  it('loads a page once, and again after a failure', async () => {
    let loads = 0
    const load = async () => {
      loads += 1
      if (loads === 1) throw new Error('not fetched')
      return Page
    }
    await expect(loadPage('/once', load)).rejects.toMatchObject({ reason: 'failed' })
    expect(loadedPage('/once')).toBeUndefined()
    await loadPage('/once', load)
    await loadPage('/once', load)
    expect(loadedPage('/once')).toBe(Page)
    expect(loads).toBe(2)
  })
})
