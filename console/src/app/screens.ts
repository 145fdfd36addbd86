import { adminScreens } from '../features/account/admin/admin.screens.ts'
import { userScreens } from '../features/account/user/user.screens.ts'
import { verificationScreens } from '../features/account/verification/verification.screens.ts'
import { messageScreens } from '../features/account/message/message.screens.ts'
import { menuScreens } from '../features/account/menu/menu.screens.ts'
import { roleScreens } from '../features/account/role/role.screens.ts'
import { dashboardScreens } from '../features/home/dashboard/dashboard.screens.ts'
import { licenceScreens } from '../features/home/licence/licence.screens.ts'
import { domainScreens } from '../features/dns/domain/domain.screens.ts'
import { logScreens } from '../features/dns/log/log.screens.ts'
import { recordScreens } from '../features/dns/record/record.screens.ts'
import { serviceGroupScreens } from '../features/dns/service-group/service-group.screens.ts'
import { sessionScreens } from '../features/account/session/session.screens.ts'
import { configScreens } from '../features/system/config/config.screens.ts'
import { scheduleScreens } from '../features/system/schedule/schedule.screens.ts'
import type { Screen } from '../routing/screen.ts'

/** Every screen of the console: one line a noun. Their order in the side menu is the contract's, or what administrators made of it. */
export const screens: readonly Screen[] = [
  ...dashboardScreens,
  ...licenceScreens,
  ...domainScreens,
  ...recordScreens,
  ...serviceGroupScreens,
  ...logScreens,
  ...userScreens,
  ...verificationScreens,
  ...adminScreens,
  ...messageScreens,
  ...sessionScreens,
  ...roleScreens,
  ...menuScreens,
  ...configScreens,
  ...scheduleScreens,
]
