import { dashboardScreens } from '../../features/home/dashboard/dashboard.screens.ts'
import { licenceScreens } from '../../features/home/licence/licence.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/home`: one line a noun. */
export const screens: readonly Screen[] = [...dashboardScreens, ...licenceScreens]
