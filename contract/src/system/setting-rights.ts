import type { Bilingual } from '../field-names.ts'
import type { SettingGroup } from './setting-groups.ts'

type SettingRights = Readonly<
  Record<`config_${SettingGroup}.${'read' | 'write'}` | 'config_overview.read' | 'config_custom.delete', Bilingual & { opensAll?: true }>
>

/**
 * Read and write apart for each group of the configuration. Those over mail, SMS, WeChat and sign-in lead to every account: to the codes
 * that reset passwords, to six digits for whoever signs what WeChat sends, to rules without a second factor. The key of backups opens
 * all that they hold.
 */
export const settingRights = {
  'config_overview.read': { zh: '查看配置概览', en: 'View settings overview' },
  'config_custom.read': { zh: '查看自定义配置', en: 'View custom settings' },
  'config_custom.write': { zh: '添加与修改自定义配置', en: 'Add and edit custom settings' },
  'config_custom.delete': { zh: '删除自定义配置', en: 'Delete custom settings' },
  'config_site.read': { zh: '查看网站配置', en: 'View site settings' },
  'config_site.write': { zh: '修改网站配置', en: 'Edit site settings' },
  'config_payment.read': { zh: '查看支付配置', en: 'View payment settings' },
  'config_payment.write': { zh: '修改与测试支付配置', en: 'Edit and test payment settings' },
  'config_verification.read': { zh: '查看实名认证配置', en: 'View real-name verification settings' },
  'config_verification.write': { zh: '修改与测试实名认证配置', en: 'Edit and test real-name verification settings' },
  'config_email.read': { zh: '查看邮件配置与发送记录', en: 'View email settings and delivery log' },
  'config_email.write': { zh: '修改与测试邮件配置、重发邮件', en: 'Edit and test email settings, requeue emails', opensAll: true },
  'config_sms.read': { zh: '查看短信配置', en: 'View SMS settings' },
  'config_sms.write': { zh: '修改与测试短信配置', en: 'Edit and test SMS settings', opensAll: true },
  'config_wechat.read': { zh: '查看微信配置', en: 'View WeChat settings' },
  'config_wechat.write': { zh: '修改与测试微信配置', en: 'Edit and test WeChat settings', opensAll: true },
  'config_ssl.read': { zh: '查看证书机构与账户', en: 'View certificate authority and account' },
  'config_ssl.write': { zh: '修改证书机构与账户', en: 'Edit certificate authority and account' },
  'config_login.read': { zh: '查看登录与安全配置', en: 'View sign-in settings' },
  'config_login.write': { zh: '修改登录与安全配置', en: 'Edit sign-in settings', opensAll: true },
  'config_node.read': { zh: '查看节点配置', en: 'View node settings' },
  'config_node.write': { zh: '修改节点配置', en: 'Edit node settings' },
  'config_statistics.read': { zh: '查看解析统计配置', en: 'View query statistics settings' },
  'config_statistics.write': { zh: '修改解析统计配置', en: 'Edit query statistics settings' },
  'config_plan.read': { zh: '查看内置套餐', en: 'View built-in plan' },
  'config_plan.write': { zh: '修改内置套餐', en: 'Edit built-in plan' },
  'config_ns_check.read': { zh: '查看 NS 检测配置', en: 'View name server check settings' },
  'config_ns_check.write': { zh: '修改与测试 NS 检测配置', en: 'Edit and test name server check settings' },
  'config_backup.read': { zh: '查看备份设置', en: 'View backup settings' },
  'config_backup.write': { zh: '修改备份设置', en: 'Edit backup settings', opensAll: true },
} as const satisfies SettingRights
