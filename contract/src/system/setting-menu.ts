import type { MenuSeed } from '../menu-parts.ts'
import { rightOfScreen, settingScreens, type SettingScreen } from './setting-screens.ts'

/** The rows of the menu for the screens of the configuration, in their order; tabs are no entries of their own. */
export function settingMenu(): readonly MenuSeed[] {
  return settingScreens.map((screen: SettingScreen, index) => ({
    path: screen.path,
    right: rightOfScreen(screen),
    place: (index + 1) * 10,
    ...(screen.buttons && { buttons: screen.buttons }),
    ...(screen.tabOf !== undefined && { hidden: true }),
    ...(screen.customFlag !== undefined && { customFlag: screen.customFlag }),
  }))
}
