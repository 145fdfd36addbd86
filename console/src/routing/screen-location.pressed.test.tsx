import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pressed } from '../browser/pressed/pressed.testing.tsx'
import { goTo } from './address.ts'
import { ScreenLocationProvider, useSetSearch } from './screen-location.tsx'

/* What a screen says of its own address: a search that is typed, a dialog that is opened. */

function Searching() {
  const setSearch = useSetSearch()
  return (
    <button type="button" onClick={() => setSearch({ search: 'typed', page: null })}>
      search
    </button>
  )
}

const drawn = (path: string) =>
  pressed(
    <ScreenLocationProvider location={{ pathname: '/dns/domain/list', params: {}, search: {} }}>
      <Searching />
    </ScreenLocationProvider>,
    path,
  )

describe('the search of a screen', () => {
  test('is changed in part, and an absent value is taken out', async () => {
    const hand = drawn('/dns/domain/list?status=1&page=3')
    await hand.click(screen.getByRole('button'))
    expect(location.hash).toBe('#/dns/domain/list?status=1&search=typed')
  })

  test('is left alone once the reader is on the way to another screen, and nobody is called back', async () => {
    const hand = drawn('/dns/domain/list')
    goTo('/account/users/users?status=0')
    await hand.click(screen.getByRole('button'))
    expect(location.hash).toBe('#/account/users/users?status=0')
  })
})
