import { useSyncExternalStore } from 'react'

/** One value that components read and that anybody may set: for the few states that outlive every screen. */
export type Store<Value> = { get: () => Value; set: (value: Value) => void; subscribe: (listener: () => void) => () => void }

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
