import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { counterName, deploymentModes, exclusiveModes, menuFeatures, menuIcons } from '../menu-parts.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { Flag, Id, Ids, listOf, Version } from '../paging.ts'
import { RightName } from '../right.ts'
import { isUrl, plainText } from '../rules.ts'
import { registerProblems } from '../problem-text.ts'

/** A directory is a section of the header or a group below it, a page stands in one, a button on a page. */
export const menuKinds = ['directory', 'page', 'button'] as const
export type MenuKind = (typeof menuKinds)[number]

/** A row of the menu as administrators set it. */
export const MenuSetting = z.object({
  id: z.number(),
  parentId: z.nullable(z.number()),
  kind: z.enum(menuKinds),
  /** Null: the screen's own title. */
  nameZh: z.nullable(z.string()),
  nameEn: z.nullable(z.string()),
  path: z.string(),
  icon: z.nullable(z.enum(menuIcons)),
  right: z.nullable(z.string()),
  hidden: z.boolean(),
  externalUrl: z.nullable(z.string()),
  /** The view is kept while others are open. */
  cached: z.boolean(),
  feature: z.nullable(z.enum(menuFeatures)),
  customFlag: z.nullable(z.string()),
  modes: z.array(z.string()),
  enabled: z.boolean(),
  /** Comes with the platform: can be turned off but not deleted, and keeps its path and right. */
  builtIn: z.boolean(),
  /** Why nobody sees it now, whatever rights they hold; null when those with its right do. */
  absence: z.nullable(z.enum(['disabled', 'hidden', 'feature', 'custom', 'mode'])),
  rowVersion: z.number(),
})
export type MenuSetting = z.infer<typeof MenuSetting>

/** An address of this console or of the web. */
const Path = asCode(z.string().check(z.trim(), z.maxLength(200), z.regex(/^(\/[\w{}./?=&%-]*)?$/, 'invalid_value')))
const ExternalUrl = asCode(
  z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((text: string) => text === '' || isUrl(text), { error: 'invalid_url' }),
  ),
)

/** What a form leaves empty is null. */
const emptyIsNull = <Inner extends z.core.$ZodType>(inner: Inner) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(inner),
  )
const name = z._default(emptyIsNull(plainText(40)), null)

const fields = {
  nameZh: name,
  nameEn: name,
  path: z._default(Path, ''),
  icon: z._default(emptyIsNull(z.enum(menuIcons)), null),
  right: z._default(emptyIsNull(RightName), null),
  hidden: z._default(Flag, false),
  externalUrl: z._default(emptyIsNull(ExternalUrl), null),
  cached: z._default(Flag, true),
  feature: z._default(emptyIsNull(z.enum(menuFeatures)), null),
  customFlag: z._default(emptyIsNull(asCode(z.string().check(z.regex(counterName, 'invalid_value')))), null),
  modes: z._default(listOf(z.enum(deploymentModes), deploymentModes.length), []),
  enabled: z._default(Flag, true),
}

const ParentId = z._default(emptyIsNull(Id), null)

/** Which parts of the product are on. */
export const PlatformFeatures = z.object({
  /** dm: dispatch, am: monitor, rs: recursion. */
  exclusiveMode: z.array(z.enum(exclusiveModes)),
  rewrite: z.boolean(),
  /** Counters by name; a row of the menu that names one shows while it is above 0. */
  custom: z.record(z.string(), z.number()),
})

export const menuRow = {
  list: endpoint('GET sys/menu/list', {
    summary: 'List all menu items in order, parents before children',
    access: 'menu.read',
    reply: z.object({ data: z.object({ list: z.array(MenuSetting), mode: z.string() }) }),
  }),
  tree: endpoint('GET sys/menu/tree', {
    summary: 'List the menu items with permissions, for the permission tree of a role or an API token',
    access: ['role.read', 'api_token.write'],
    reply: z.object({ data: z.array(MenuSetting) }),
  }),
  pages: endpoint('GET sys/menu/pages', {
    summary: 'List the paths of the pages that the menu starts with, in its order',
    access: 'session',
    reply: z.object({ data: z.array(z.string()) }),
  }),
  save: endpoint('POST sys/menu/save', {
    summary: 'Add a menu item, last among its siblings',
    access: 'menu.write',
    input: z.object({ kind: z.enum(menuKinds), parentId: ParentId, ...fields }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['menu_missing', 'menu_misplaced', 'required'],
  }),
  update: endpoint('POST sys/menu/update', {
    summary: 'Edit a menu item. An empty name restores the title of the screen.',
    access: 'menu.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['menu_missing', 'menu_built_in', 'changed_meanwhile', 'required'],
  }),
  move: endpoint('POST sys/menu/move', {
    summary: 'Move a menu item below another parent or before a sibling, or to the end without `beforeId`. Permissions stay unchanged.',
    access: 'menu.write',
    input: z.object({ id: Id, parentId: ParentId, beforeId: z.optional(emptyIsNull(Id)) }),
    problems: ['menu_missing', 'menu_misplaced'],
  }),
  delete: endpoint('POST sys/menu/delete', {
    summary: 'Delete menu items added by administrators that have no child items. Permissions of roles stay unchanged.',
    access: 'menu.delete',
    input: z.object({ ids: Ids }),
    problems: ['menu_missing', 'menu_built_in', 'menu_not_empty'],
  }),
  features: endpoint('GET sys/menu/features', {
    summary: 'Get the exclusive mode list, the rewrite flag and the counters that menu items depend on',
    access: 'menu.read',
    reply: z.object({ data: PlatformFeatures }),
  }),
  setFeatures: endpoint('POST sys/menu/features/save', {
    summary: 'Enable or disable modules',
    access: 'menu.write',
    input: z.object({ exclusiveMode: listOf(z.enum(exclusiveModes), exclusiveModes.length), rewrite: z._default(Flag, false) }),
  }),
}

export const rights = {
  'menu.read': { zh: '查看菜单设置', en: 'View menu settings' },
  'menu.write': { zh: '修改菜单与功能开关', en: 'Edit menu and modules' },
  'menu.delete': { zh: '删除菜单项', en: 'Delete menu items' },
} as const

export const problems = {
  menu_missing: { zh: '菜单项不存在', en: 'Menu item not found' },
  menu_built_in: {
    zh: '内置菜单项不能删除，也不能修改路径和权限',
    en: 'Built-in menu items cannot be deleted, and their path and permission cannot be changed',
  },
  menu_misplaced: { zh: '目录只能在顶层或顶层目录下，页面在目录下，按钮在页面下', en: 'Place directories at the top, pages in directories, buttons in pages' },
  menu_not_empty: { zh: '请先移动或删除下级菜单项', en: 'Move or delete its child items first' },
} as const
registerProblems(problems)

export const auditWords = {
  'menu.create': { zh: '添加菜单', en: 'Menu item added' },
  'menu.update': { zh: '修改菜单', en: 'Menu item changed' },
  'menu.move': { zh: '移动菜单', en: 'Menu item moved' },
  'menu.delete': { zh: '删除菜单', en: 'Menu item deleted' },
  'menu.features': { zh: '修改功能开关', en: 'Modules changed' },
} as const

export const logWords = { menu: { zh: '菜单', en: 'Menu' }, menu_row: { zh: '菜单项', en: 'Menu item' } } as const

/** What the fields of menu items are called. */
export const fieldNames = {
  cached: { zh: '离开后保留页面内容', en: 'Keep page content when leaving' },
  customFlag: { zh: '自定义标记', en: 'Custom flag' },
  externalUrl: { zh: '外部链接', en: 'External link' },
  feature: { zh: '所属功能', en: 'Feature' },
  hidden: { zh: '不在菜单中显示', en: 'Hide from menu' },
  icon: { zh: '图标', en: 'Icon' },
  isHidden: { zh: '隐藏', en: 'Hidden' },
  modes: { zh: '部署模式', en: 'Deployment modes' },
  nameEn: { zh: '英文名称', en: 'English name' },
  nameZh: { zh: '中文名称', en: 'Chinese name' },
  parentId: { zh: '上级', en: 'Parent' },
  path: { zh: '路径', en: 'Path' },
  place: { zh: '顺序', en: 'Order' },
  kind: { zh: '类型', en: 'Type' },
  right: { zh: '权限', en: 'Permission' },
  enabled: { zh: '启用', en: 'Enabled' },
  exclusiveMode: { zh: '功能开关', en: 'Features' },
  rewrite: { zh: '启用重写标记', en: 'Rewrite flag' },
} as const satisfies NamesFor<typeof menuRow.save>

export const menu = [{ path: '/account/power/menus', right: 'menu.read', place: 20 }] as const

export const terms = [
  { zh: '菜单项', en: 'menu item', word: 'menuRow', meaning: 'A directory, page or button of the menu, as arranged by administrators' },
] as const
