import { createStore, useStore } from '../../browser/store.ts'

/** Which of the two lies over the page: the command palette, or the list of keys. */
const open = createStore<'palette' | 'keys' | null>(null)

export const useOpenPalette = (): 'palette' | 'keys' | null => useStore(open)
export const openPalette = (): void => open.set('palette')
export const openKeys = (): void => open.set('keys')
export const closePalette = (): void => open.set(null)
export const isPaletteOpen = (): boolean => open.get() !== null
