import * as z from 'zod/mini'
import { asCode, asNeeded, asSeconds } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { Flag, numeric } from '../../paging.ts'
import { isEmail, isPhone, isPort } from '../../rules.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../setting-problems.ts'

/** When nodes check: at the frequency, once in each timing period, or at random moments around the frequency. */
export const dispatchModes = ['online', 'timing', 'random'] as const

const stepped = ({ min, max, step, default: initial }: { min: number; max: number; step: number; default: number }) =>
  z._default(numeric().check(z.int(), z.minimum(min), z.maximum(max), z.multipleOf(step, 'not_of_step')), initial)

/** Ports joined by vertical bars, none twice: `80|443`. */
const PortList = asNeeded(
  asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.minLength(1, 'check_ports_required'),
        z.refine((text: string) => text === '' || text.split('|').every((port) => port.trim() !== '' && isPort(port.trim())), { error: 'check_ports_invalid' }),
        z.refine((text: string) => new Set(text.split('|').map((port) => port.trim())).size === text.split('|').length, { error: 'check_ports_repeated' }),
      ),
      '80|443',
    ),
  ),
)
const Switch = z._default(
  z.pipe(
    Flag,
    z.transform((isOn) => (isOn ? 1 : 0)),
  ),
  0,
)
/** Asked for while its notice is switched on. */
const recipient = asNeeded(z._default(z.string().check(z.trim(), z.maxLength(254)), ''))

/** Checks of CDN nodes (spec points 3 and 5). A recipient is kept only while its notice is switched on. */
export const NodeCheck = z.pipe(
  z
    .object({
      DnsDispatchMode: z._default(z.enum(dispatchModes), 'online'),
      ModeTimingFrequency: asSeconds(stepped(limits.nodeCheckTimingPeriodSeconds)),
      checkNodePortList: PortList,
      checkNodeFrequency: asSeconds(stepped(limits.nodeCheckFrequencySeconds)),
      failPercent: z._default(
        numeric().check(z.int(), z.minimum(limits.nodeCheckFailurePercent.min), z.maximum(limits.nodeCheckFailurePercent.max)),
        limits.nodeCheckFailurePercent.default,
      ),
      mailNotice: recipient,
      mailNoticeStatus: Switch,
      smsNotice: recipient,
      smsNoticeStatus: Switch,
    })
    .check(
      z.refine((check) => check.mailNoticeStatus === 0 || check.mailNotice !== '', { error: 'notice_email_required', path: ['mailNotice'] }),
      z.refine((check) => check.mailNoticeStatus === 0 || check.mailNotice === '' || isEmail(check.mailNotice), {
        error: 'invalid_email',
        path: ['mailNotice'],
      }),
      z.refine((check) => check.smsNoticeStatus === 0 || check.smsNotice !== '', { error: 'notice_phone_required', path: ['smsNotice'] }),
      z.refine((check) => check.smsNoticeStatus === 0 || check.smsNotice === '' || isPhone(check.smsNotice), { error: 'invalid_phone', path: ['smsNotice'] }),
    ),
  z.transform((check) => ({
    ...check,
    mailNotice: check.mailNoticeStatus === 1 ? check.mailNotice : '',
    smsNotice: check.smsNoticeStatus === 1 ? check.smsNotice : '',
  })),
)

export const nodeCheck = declareSetting('CDN_NODE_CHECK', {
  id: limits.nodeCheckSettingId,
  class: 'node',
  remark: { zh: 'CDN 节点检测', en: 'CDN node check' },
  value: NodeCheck,
  names: {
    DnsDispatchMode: { zh: '调度模式', en: 'Dispatch mode' },
    ModeTimingFrequency: { zh: '定时周期（秒）', en: 'Timing period (seconds)' },
    checkNodePortList: { zh: '检测端口', en: 'Check ports' },
    checkNodeFrequency: { zh: '检测频率（秒）', en: 'Frequency (seconds)' },
    failPercent: { zh: '失败率（%）', en: 'Failure rate (%)' },
    mailNoticeStatus: { zh: '邮件通知', en: 'Email notice' },
    mailNotice: { zh: '接收邮箱', en: 'Email address' },
    smsNoticeStatus: { zh: '短信通知', en: 'SMS notice' },
    smsNotice: { zh: '接收手机号', en: 'Phone number' },
  },
  screen: '/system/config/node',
  readBy: 'the check API, which tells nodes what to check and when, evaluates their reports and sends the notices',
})
