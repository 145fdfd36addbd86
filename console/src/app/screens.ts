import { adminScreens } from '../features/account/admin/admin.screens.ts'
import { userScreens } from '../features/account/user/user.screens.ts'
import { messageScreens } from '../features/account/message/message.screens.ts'
import { dashboardScreens } from '../features/home/dashboard/dashboard.screens.ts'
import { domainScreens } from '../features/dns/domain/domain.screens.ts'
import { logScreens } from '../features/dns/log/log.screens.ts'
import { recordScreens } from '../features/dns/record/record.screens.ts'
import { serviceGroupScreens } from '../features/dns/service-group/service-group.screens.ts'
import { sessionScreens } from '../features/account/session/session.screens.ts'
import type { Screen } from '../routing/screen.ts'

/** Every screen of the console: one line a noun. The order is the order of the side menu. */
export const screens: readonly Screen[] = [
  ...dashboardScreens,
  ...domainScreens,
  ...recordScreens,
  ...serviceGroupScreens,
  ...logScreens,
  ...userScreens,
  ...adminScreens,
  ...messageScreens,
  ...sessionScreens,
]
