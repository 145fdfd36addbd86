/**
 * The groups of the configuration: each has a right to look and a right to change, and a screen says to which it belongs. `custom` are
 * records of an administrator's own, which no screen edits.
 */
export const settingGroups = [
  'site',
  'payment',
  'verification',
  'email',
  'sms',
  'wechat',
  'ssl',
  'login',
  'node',
  'ns_check',
  'statistics',
  'plan',
  'backup',
  'custom',
] as const
export type SettingGroup = (typeof settingGroups)[number]

type Verb = 'read' | 'write'

/** The right to read or to change the settings of a group. */
export const settingRight = <V extends Verb>(group: SettingGroup, verb: V) => `config_${group}.${verb}` as const

/** For calls that name a setting: one of these opens the call, and then that of the named setting is asked for. */
export const anySettingRight = <V extends Verb>(verb: V) => settingGroups.map((group) => settingRight(group, verb))
