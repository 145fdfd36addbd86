import EnvelopeSimpleIcon from 'icon:envelope-simple'
import CertificateIcon from 'icon:certificate'
import ClockClockwiseIcon from 'icon:clock-clockwise'
import GearSixIcon from 'icon:gear-six'
import GlobeSimpleIcon from 'icon:globe-simple'
import HardDrivesIcon from 'icon:hard-drives'
import ListIcon from 'icon:list'
import ScrollIcon from 'icon:scroll'
import UsersIcon from 'icon:users'
import ShieldCheckIcon from 'icon:shield-check'
import SquaresFourIcon from 'icon:squares-four'
import type { SectionRow } from '../routing/menu.ts'

/** The header's sections and the side menu's headings; which screen stands where follows from its path. */
export const sections: readonly SectionRow[] = [
  {
    path: '/home',
    title: { zh: '首页', en: 'Home' },
    groups: [
      { path: '/home/dashboard', title: { zh: '概览', en: 'Overview' }, icon: SquaresFourIcon },
      { path: '/home/auth', title: { zh: '系统授权', en: 'Licence' }, icon: CertificateIcon },
    ],
  },
  {
    path: '/dns',
    title: { zh: '域名解析', en: 'DNS' },
    opens: '/dns/domain',
    groups: [
      { path: '/dns/serve', title: { zh: '服务节点', en: 'Service' }, icon: HardDrivesIcon },
      { path: '/dns/domain', title: { zh: '域名管理', en: 'Domains' }, icon: GlobeSimpleIcon },
      { path: '/dns/domain/bulk', title: { zh: '批量操作', en: 'Bulk operations' }, icon: ListIcon },
      { path: '/dns/log', title: { zh: '日志', en: 'Logs' }, icon: ScrollIcon },
    ],
  },
  {
    path: '/account',
    title: { zh: '账号', en: 'Accounts' },
    opens: '/account/users',
    groups: [
      { path: '/account/users', title: { zh: '账号管理', en: 'Accounts' }, icon: UsersIcon },
      { path: '/account/power', title: { zh: '权限管理', en: 'Access' }, icon: ShieldCheckIcon },
      { path: '/account/message', title: { zh: '消息', en: 'Messages' }, icon: EnvelopeSimpleIcon },
    ],
  },
  {
    path: '/system',
    title: { zh: '系统', en: 'System' },
    opens: '/system/config',
    groups: [
      { path: '/system/config', title: { zh: '系统配置', en: 'Configuration' }, icon: GearSixIcon },
      { path: '/system/schedule', title: { zh: '计划任务', en: 'Schedule' }, icon: ClockClockwiseIcon },
    ],
  },
]
