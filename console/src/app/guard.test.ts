import { afterEach, describe, expect, it, vi } from 'vitest'
import { shownAddress } from '../routing/address.ts'
import { afterSignIn, guard, wayOn, type GuardedSession } from './guard.ts'

/** A session that writes down what it was asked, in order. */
function session(state: 'valid' | 'lost' | 'no answer'): GuardedSession & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    isValid: async () => {
      asked.push('isValid')
      if (state === 'no answer') throw new Error('no answer')
      return state === 'valid'
    },
    clear: () => void asked.push('clear'),
  }
}

describe('the guard', () => {
  it.each([
    ['/', 'valid', '/login'],
    ['/', 'lost', '/login'],
    ['/login', 'valid', '/console'],
    ['/login', 'lost', null],
    ['/register', 'valid', null],
    ['/register', 'lost', null],
    ['/register', 'no answer', null],
    ['/console', 'valid', '/home/dashboard'],
    ['/console', 'lost', '/login?redirect=%2Fconsole'],
    ['/dns/domain/list', 'valid', null],
    ['/dns/domain/list', 'lost', '/login?redirect=%2Fdns%2Fdomain%2Flist'],
    ['/redirect/home/dashboard', 'lost', '/login?redirect=%2Fredirect%2Fhome%2Fdashboard'],
    ['/no/such/page', 'valid', null],
    ['/no/such/page', 'lost', '/login?redirect=%2Fno%2Fsuch%2Fpage'],
  ] as const)('sends a visitor of %s whose session is %s to %s', async (path, state, target) => {
    expect(await guard(path, path, session(state))).toBe(target)
  })

  it('remembers the search of the way', async () => {
    expect(await guard('/dns/domain/list', '/dns/domain/list?page=2&remark=a b', session('lost'))).toBe(
      '/login?redirect=%2Fdns%2Fdomain%2Flist%3Fpage%3D2%26remark%3Da%20b',
    )
  })

  it('asks on the sign-in page whether the session is valid before it clears what is left of it', async () => {
    const lost = session('lost')
    await guard('/login', '/login', lost)
    expect(lost.asked).toEqual(['isValid', 'clear'])
  })

  it('clears nothing of a valid session', async () => {
    const valid = session('valid')
    await guard('/login', '/login', valid)
    await guard('/dns/domain/list', '/dns/domain/list', valid)
    expect(valid.asked).toEqual(['isValid', 'isValid'])
  })

  it('asks nothing of a session where one registers, and leaves it as it is', async () => {
    const valid = session('valid')
    await guard('/register', '/register?link=s1.abc', valid)
    expect(valid.asked).toEqual([])
  })

  it('shows the sign-in form when the server gives no answer', async () => {
    expect(await guard('/login', '/login', session('no answer'))).toBeNull()
  })

  it('keeps the session elsewhere when the server gives no answer', async () => {
    const unknown = session('no answer')
    await expect(guard('/dns/domain/list', '/dns/domain/list', unknown)).rejects.toThrow('no answer')
    expect(unknown.asked).toEqual(['isValid'])
  })
})

describe('after signing in', () => {
  it.each([
    ['/dns/domain/list?page=2', '/dns/domain/list?page=2'],
    [undefined, '/console'],
    ['', '/console'],
    ['/', '/console'],
    ['/login', '/console'],
    ['/login?redirect=/login', '/console'],
    ['//evil.example/', '/console'],
    ['/\\evil.example', '/console'],
    ['https://evil.example/', '/console'],
    ['javascript:alert(1)', '/console'],
    ['/dns\n/domain', '/console'],
  ])('the way %j leads to %s', (redirect, target) => {
    expect(afterSignIn(redirect)).toBe(target)
  })
})

describe('the way on from the sign-in page', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    shownAddress.set(null)
  })

  it('is that of the address bar, though what is drawn is still without it', () => {
    shownAddress.set({ pathname: '/login', search: '?state=s&code=c' })
    vi.stubGlobal('location', { hash: '#/login?redirect=%2Faccount%2Fsecurity' })
    expect(wayOn()).toBe('/account/security')
  })
})
