import { createStore, useStore } from '../browser/store.ts'
import { forgetNavigation } from './session-calls.ts'

/** Grows whenever what the caller sees and may has to be asked anew. */
const age = createStore(0)

/** Asks again for the route list and the rights, while the page that is open stays. */
export function renewNavigation(): void {
  forgetNavigation()
  age.set(age.get() + 1)
}

export function useNavigationAge(): number {
  return useStore(age)
}
