import type { Right } from './rights.ts'

/**
 * The screens that exist, each with the right that shows it: the route list that `sys/menu/nav` answers. Hiding a
 * screen protects nothing; every endpoint checks its own right.
 */
export const menu: readonly { path: string; right: Right }[] = [
  { path: '/home/dashboard', right: 'dashboard.read' },
  { path: '/dns/domain/list', right: 'domain.read' },
  { path: '/dns/serve/group', right: 'service_group.read' },
]
