import { settingScreens } from '../../features/system/setting/setting.screens.ts'
import { jobScreens } from '../../features/system/job/job.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/system`: one line a noun. */
export const screens: readonly Screen[] = [...settingScreens, ...jobScreens]
