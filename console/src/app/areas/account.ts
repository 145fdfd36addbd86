import { userScreens } from '../../features/account/user/user.screens.ts'
import { verificationScreens } from '../../features/account/verification/verification.screens.ts'
import { adminScreens } from '../../features/account/admin/admin.screens.ts'
import { messageScreens } from '../../features/account/message/message.screens.ts'
import { sessionScreens } from '../../features/account/session/session.screens.ts'
import { roleScreens } from '../../features/account/role/role.screens.ts'
import { menuScreens } from '../../features/account/menu/menu.screens.ts'
import type { Screen } from '../../routing/screen.ts'

/** The screens below `/account`: one line a noun. */
export const screens: readonly Screen[] = [
  ...userScreens,
  ...verificationScreens,
  ...adminScreens,
  ...messageScreens,
  ...sessionScreens,
  ...roleScreens,
  ...menuScreens,
]
