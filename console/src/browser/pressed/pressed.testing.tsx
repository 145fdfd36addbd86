import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { useHashLocation } from 'wouter/use-hash-location'
import { queryClient } from '../../api/queries.ts'
import { setLanguage, type Language } from '../../i18n/language.ts'
import { addressOf, goTo } from '../../routing/address.ts'
import { ScreenLocationProvider } from '../../routing/screen-location.tsx'
import { parseSearch } from '../../routing/search-text.ts'

/*
 * Parts that are pressed in a document without a browser, on a platform that runs: `const user = pressed(<RolePage />)`, then
 * `await user.click(screen.getByRole('button', { name: '添加角色' }))`. What needs a layout or other pages is a journey's affair.
 */

type Params = Readonly<Record<string, string>>

/** A word that is in no name on the platform yet: all files share it, and a run may be one of several on it. */
export const freshWord = (): string => `w${crypto.randomUUID().slice(0, 8)}`

/** Until the test is finished; every other test is in Chinese. */
export function inLanguage(language: Language): void {
  act(() => setLanguage(language))
  onTestFinished(() => act(() => setLanguage('zh')))
}

/**
 * Draws a part at this path of the console, signed in as the first administrator, and answers the hand that presses it.
 * @param params what the path says in the places that its screen names
 */
export function pressed(part: ReactNode, path = '/', params: Params = {}): UserEvent {
  goTo(path, { replace: true })
  render(
    <QueryClientProvider client={queryClient}>
      <Place params={params}>{part}</Place>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function Place({ params, children }: { params: Params; children: ReactNode }) {
  const [text] = useHashLocation()
  const { pathname, search } = addressOf(text)
  return <ScreenLocationProvider location={{ pathname, params, search: parseSearch(search) }}>{children}</ScreenLocationProvider>
}
