import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, inject } from 'vitest'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { navigation, sessionCalls } from '../../api/session-calls.ts'
import { startSession } from '../../api/session-store.ts'
import type {} from './pressed-platform.testing.ts'
import { giveCanvases } from './canvas.testing.ts'
import { givePopovers } from './popover.testing.ts'
import { giveSelects } from './select.testing.ts'
import { giveSizes } from './sizes.testing.ts'

/* Before each file of parts that are pressed: files share their modules, but not what these have told the runner. */

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void }
  }
}

// The code of a dialog may have to be read first. The whole document would hide what was not found in it.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? 'not found') })

beforeAll(async () => {
  const { url, username, password } = inject('pressedPlatform')
  window.happyDOM.setURL(url)
  giveCanvases()
  givePopovers()
  giveSelects()
  giveSizes()
  const { token } = await call(sessionCalls.login, { username, password })
  if (token === undefined) throw new Error('the administrator cannot sign in')
  startSession(token)
})

afterEach(async () => {
  // What was asked is answered before nobody is there to hear it.
  await navigation()
  while (queryClient.isFetching() + queryClient.isMutating() > 0) await new Promise((settle) => setTimeout(settle, 10))
  cleanup()
  queryClient.clear()
})
