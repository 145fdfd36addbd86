import type * as z from 'zod/mini'
import type { FieldNames } from '../field-names.ts'
import { fieldsOf, memberAt } from '../fields.ts'
import type { SettingGroup } from './setting-groups.ts'
import { groupOfScreen, settingScreen, type SettingPath } from './setting-screens.ts'

/** Kinds of settings, in the order of the overview; each has a word in both languages. */
export const settingClasses = {
  site: { zh: '网站', en: 'Site' },
  payment: { zh: '支付', en: 'Payment' },
  verification: { zh: '实名认证', en: 'Real-name verification' },
  email: { zh: '邮件', en: 'Email' },
  sms: { zh: '短信', en: 'SMS' },
  wechat: { zh: '微信', en: 'WeChat' },
  login: { zh: '登录与安全', en: 'Sign-in and security' },
  node: { zh: '节点', en: 'Nodes' },
  ssl: { zh: 'SSL 证书', en: 'SSL certificates' },
  backup: { zh: '备份', en: 'Backup' },
  platform: { zh: '平台', en: 'Platform' },
} as const
export type SettingClass = keyof typeof settingClasses

/** A setting that the platform reads, said once: what it holds, what of it is secret, and where it is edited. */
export type Setting<Value extends z.core.$ZodType = z.core.$ZodType> = {
  /** The record's `paramKey`. */
  readonly key: string
  /** The record's id where the specification fixes it. */
  readonly id?: number
  readonly class: SettingClass
  /** The record's remark until somebody writes another; the setting's name in both languages. */
  readonly remark: { readonly zh: string; readonly en: string }
  /** What its members are called where not as everywhere, by dotted path. */
  readonly names: FieldNames
  /** What `paramValue` holds. Members the schema does not name survive a save. */
  readonly value: Value
  /** Dotted paths of the members that are sealed at rest and masked in replies; `*` stands for each entry of a list. */
  readonly secrets: readonly string[]
  /**
   * Of each secret that leaves the platform, or signs what leaves it, the members that say where to and for which account. While
   * one of them differs from what is stored, the stored secret is not taken over: it was entered for another place.
   */
  readonly sentTo: Readonly<Record<string, readonly string[]>>
  /** Dotted paths of the members that are HTML of people: sanitised when they are saved. */
  readonly richText: readonly string[]
  /** The record begins switched off, as one of several providers does. */
  readonly startsOff: boolean
  /** Settings of the same group exclude each other: switching one on switches the others off. */
  readonly exclusiveGroup: string | null
  /** The console's screen where it is edited; null for those without a form. */
  readonly screen: SettingPath | null
  /** Whose rights it is read and changed by: its screen's. */
  readonly group: SettingGroup
  /** Its form has a button that really tries what is set. */
  readonly isTestable: boolean
  /** What reads it, as one short sentence in English, for docs/settings.md. */
  readonly readBy: string
}

/** Declares a setting: `declareSetting('EMAIL_CONFIG', { … })`. Its name is its screen's title unless it has one of its own. */
export function declareSetting<Value extends z.core.$ZodType>(
  key: string,
  options: Pick<Setting<Value>, 'class' | 'value' | 'screen' | 'readBy'> &
    Partial<Pick<Setting<Value>, 'remark' | 'names' | 'id' | 'secrets' | 'sentTo' | 'richText' | 'startsOff' | 'exclusiveGroup' | 'isTestable'>>,
): Setting<Value> {
  const remark = options.screen === null ? { zh: key, en: key } : settingScreen(options.screen).title
  const group = groupOfScreen(options.screen)
  return { key, remark, group, names: {}, secrets: [], sentTo: {}, richText: [], startsOff: false, exclusiveGroup: null, isTestable: false, ...options }
}

/** The stored secrets that are kept although what they are sent by is another than it was: each has to be entered again. */
export function secretsSentElsewhere(setting: Setting, stored: unknown, now: unknown, isKept: (path: string) => boolean): string[] {
  const blank = fieldsOf(setting.value)
  // A form holds numbers as they were typed.
  const text = (value: unknown, path: string): string => {
    const member = memberAt(value, path) ?? blank.get(path)?.blank
    return typeof member === 'string' ? member.trim() : JSON.stringify(member)
  }
  return Object.entries(setting.sentTo)
    .filter(([secret, members]) => isKept(secret) && members.some((path) => text(stored, path) !== text(now, path)))
    .map(([secret]) => secret)
}
