import type { MenuSetting } from '@nameplane/contract/account/menu-row'

/** A built-in row of the menu as the server gives it: shown, enabled and without a right. */
export const menuRow = (id: number, kind: MenuSetting['kind'], parentId: number | null, more: Partial<MenuSetting> = {}): MenuSetting => ({
  id,
  parentId,
  kind,
  nameZh: null,
  nameEn: null,
  path: '',
  icon: null,
  right: null,
  hidden: false,
  externalUrl: null,
  cached: true,
  feature: null,
  customFlag: null,
  modes: [],
  enabled: true,
  builtIn: true,
  absence: null,
  rowVersion: 1,
  ...more,
})
