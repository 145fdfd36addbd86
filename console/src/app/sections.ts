import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { ClockClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockClockwise'
import { GearSixIcon } from '@phosphor-icons/react/dist/csr/GearSix'
import { GlobeSimpleIcon } from '@phosphor-icons/react/dist/csr/GlobeSimple'
import { HardDrivesIcon } from '@phosphor-icons/react/dist/csr/HardDrives'
import { ScrollIcon } from '@phosphor-icons/react/dist/csr/Scroll'
import { UsersIcon } from '@phosphor-icons/react/dist/csr/Users'
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/csr/ShieldCheck'
import { SquaresFourIcon } from '@phosphor-icons/react/dist/csr/SquaresFour'
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
