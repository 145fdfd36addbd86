import type { Operation } from '@nameplane/contract/dns/log'
import { recordsPath } from '../../../entities/domain/records-path.ts'

/** Lists that show targets of a kind; their search finds one by its name. */
const lists: Readonly<Record<string, string>> = {
  service_group: '/dns/serve/group',
  user: '/account/users/users',
  admin: '/account/users/admins',
  role: '/account/power/roles',
  menu: '/account/power/menus',
  message: '/account/message/list',
}

/** Where the target of an operation is shown; null when it has no screen, or is gone. `isScreen` says whether this console has a screen. */
export function targetPath(operation: Operation, isScreen: (path: string) => boolean): string | null {
  if (operation.domain) return recordsPath({ domain: operation.targetName, ...operation.domain })
  const { screen } = operation.setting ?? { screen: null }
  if (screen !== null) return isScreen(screen) ? screen : null
  const list = lists[operation.targetType]
  if (list === undefined || !isScreen(list)) return null
  return operation.targetName === '' ? list : `${list}?search=${encodeURIComponent(operation.targetName)}`
}
