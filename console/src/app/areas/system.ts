import { configScreens } from '../../features/system/config/config.screens.ts'
import { scheduleScreens } from '../../features/system/schedule/schedule.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/system`: one line a noun. */
export const screens: readonly Screen[] = [...configScreens, ...scheduleScreens]
