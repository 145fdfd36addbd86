/**
 * Every right of the platform, said once: `<noun>.read` to look, `<noun>.write` to change.
 * Endpoints, menus, buttons and roles all name rights from this list.
 */
export const rights = [
  'dashboard.read',
  'platform.read',
  'platform.update',
  'domain.read',
  'domain.write',
  'record.read',
  'record.write',
  'line.read',
  'service_group.read',
  'service_group.write',
  'node.read',
  'user.write',
  'user.impersonate',
  'admin.read',
  'admin.write',
  'role.read',
  'role.write',
  'menu.read',
  'menu.write',
  'message.read',
  'message.write',
  'log.read',
  'log.write',
  'licence.read',
  'licence.write',
  'backup.read',
  'backup.write',
  'session.read',
  'session.write',
  'user.read',
  'config.read',
  'config.write',
  'node_check.read',
  'node_check.write',
  'node_check.report',
  'node_install.read',
  'node_install.write',
  'api_token.read',
  'api_token.write',
  'payment.read',
  'payment.write',
  'verification.read',
  'verification.write',
  'schedule.read',
  'schedule.write',
] as const

export type Right = (typeof rights)[number]

export function isRight(text: string): text is Right {
  return (rights as readonly string[]).includes(text)
}
