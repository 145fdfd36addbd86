import { limits } from '@nameplane/contract/limits'
import { forgetText, keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { applyLayoutTheme, layoutKey } from './layout-theme.ts'
import { isHexColour, primaryShades } from './primary-colour.ts'

export type ThemeMode = 'light' | 'dark' | 'system'
export const themeModes: readonly ThemeMode[] = ['light', 'dark', 'system']

const modeKey = 'theme-mode'
const colourKey = 'theme-colour'

const mode = createStore<ThemeMode>(themeModes.find((known) => known === keptText(modeKey)) ?? 'light')
const primaryColour = createStore<string>(keptColour())
const shownMode = createStore<'light' | 'dark'>('light')
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

function keptColour(): string {
  const kept = keptText(colourKey)
  return kept !== null && isHexColour(kept) ? kept : limits.defaultPrimaryColour
}

export function useThemeMode(): ThemeMode {
  return useStore(mode)
}

/** What the chosen mode comes to just now. */
export function useShownMode(): 'light' | 'dark' {
  return useStore(shownMode)
}

export function usePrimaryColour(): string {
  return useStore(primaryColour)
}

export function setThemeMode(next: ThemeMode): void {
  keepText(modeKey, next)
  mode.set(next)
  applyMode()
}

/** Takes `#RRGGBB`; anything else changes nothing. */
export function setPrimaryColour(hex: string): void {
  if (!isHexColour(hex)) return
  keepText(colourKey, hex)
  primaryColour.set(hex)
  applyColour()
}

/** Forgets the choices kept in this browser and draws everything anew (spec point 4). */
export function resetTheme(): void {
  for (const key of [modeKey, colourKey, layoutKey, 'language']) forgetText(key)
  location.reload()
}

/** Dresses the document, before anything is drawn, and follows the system where that was chosen. */
export function applyTheme(): void {
  applyMode()
  applyColour()
  applyLayoutTheme()
  prefersDark.addEventListener('change', applyMode)
}

function applyMode(): void {
  const isDark = mode.get() === 'dark' || (mode.get() === 'system' && prefersDark.matches)
  shownMode.set(isDark ? 'dark' : 'light')
  document.documentElement.dataset['mode'] = shownMode.get()
}

/** Only variables change: no component draws itself again. */
function applyColour(): void {
  const shades = primaryShades(primaryColour.get())
  const readable = `light-dark(${shades.textOnLight}, ${shades.textOnDark})`
  const values: Record<string, string> = {
    '--color-kumo-brand': shades.brand,
    '--color-np-fill': shades.fill,
    '--color-np-fill-hover': shades.fillHover,
    '--text-color-kumo-brand': readable,
    '--text-color-kumo-link': readable,
    '--color-kumo-focus': readable,
    '--color-np-accent': readable,
    // The library's switches take their colour from Tailwind's blue.
    '--color-blue-500': shades.brand,
    '--color-blue-600': shades.brand,
  }
  for (const [name, value] of Object.entries(values)) document.documentElement.style.setProperty(name, value)
}
