import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { deploymentModes, exclusiveModes, menuFeatures, menuIcons } from '../menu.ts'
import { Flag, Id, Ids, listOf, Version } from '../paging.ts'
import { rights } from '../rights.ts'
import { isUrl, plainText } from '../rules.ts'

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
const Path = z.string().check(z.trim(), z.maxLength(200), z.regex(/^(\/[\w{}./?=&%-]*)?$/, 'invalid_value'))
const ExternalUrl = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((text: string) => text === '' || isUrl(text), { error: 'invalid_url' }),
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
  right: z._default(emptyIsNull(z.enum(rights)), null),
  hidden: z._default(Flag, false),
  externalUrl: z._default(emptyIsNull(ExternalUrl), null),
  cached: z._default(Flag, true),
  feature: z._default(emptyIsNull(z.enum(menuFeatures)), null),
  customFlag: z._default(emptyIsNull(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'invalid_value'))), null),
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
    summary: 'Every row of the menu in its order, parents before children',
    access: 'menu.read',
    reply: z.object({ data: z.object({ list: z.array(MenuSetting), mode: z.string() }) }),
  }),
  tree: endpoint('GET sys/menu/tree', {
    summary: 'The rows of the menu that carry rights, for the tree of a role',
    access: 'role.read',
    reply: z.object({ data: z.array(MenuSetting) }),
  }),
  save: endpoint('POST sys/menu/save', {
    summary: 'Adds a row to the menu, last among its siblings',
    access: 'menu.write',
    input: z.object({ kind: z.enum(menuKinds), parentId: ParentId, ...fields }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['menu_missing', 'menu_misplaced', 'required'],
  }),
  update: endpoint('POST sys/menu/update', {
    summary: 'Changes a row of the menu; a name that is empty is again the screen’s own title',
    access: 'menu.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['menu_missing', 'menu_built_in', 'changed_meanwhile', 'required'],
  }),
  move: endpoint('POST sys/menu/move', {
    summary: 'Puts a row below another parent, or before a sibling; last when `beforeId` is absent. Rights stay as they are',
    access: 'menu.write',
    input: z.object({ id: Id, parentId: ParentId, beforeId: z.optional(emptyIsNull(Id)) }),
    problems: ['menu_missing', 'menu_misplaced'],
  }),
  delete: endpoint('POST sys/menu/delete', {
    summary: 'Deletes rows that administrators added and that have nothing below them; the rights of roles stay',
    access: 'menu.write',
    input: z.object({ ids: Ids }),
    problems: ['menu_missing', 'menu_built_in', 'menu_not_empty'],
  }),
  features: endpoint('GET sys/menu/features', {
    summary: 'The exclusive mode list, the rewrite flag and the counters that rows of the menu depend on',
    access: 'menu.read',
    reply: z.object({ data: PlatformFeatures }),
  }),
  setFeatures: endpoint('POST sys/menu/features/save', {
    summary: 'Turns parts of the product on and off',
    access: 'menu.write',
    input: z.object({ exclusiveMode: listOf(z.enum(exclusiveModes), exclusiveModes.length), rewrite: z._default(Flag, false) }),
  }),
}
