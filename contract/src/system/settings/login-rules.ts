import * as z from 'zod/mini'
import { isNetwork } from '@nameplane/dns-text/addresses'
import { asSeconds } from '../../fields.ts'
import { numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'

/** How people sign in: captcha, locks, sessions, second factors, networks, passwords, registration. */
export const LoginRules = z.object({
  captcha: z._default(z.enum(['always', 'after-failures', 'never']), 'always'),
  /** Failures of one name after which the captcha is asked for. */
  captchaAfterFailures: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(100)), 3),
  /** Failures of one name within the window that lock it. */
  lockAfterFailures: z._default(numeric().check(z.int(), z.minimum(3), z.maximum(100)), 5),
  /** Failures from one address within the window that lock the address. */
  lockAddressAfterFailures: z._default(numeric().check(z.int(), z.minimum(5), z.maximum(1000)), 20),
  windowSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(60), z.maximum(86_400)), 900)),
  /** First lock; doubles with each further one up to a day. */
  lockSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(60), z.maximum(86_400)), 900)),
  /** A session ends this long after its last use. */
  sessionSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(300), z.maximum(30 * 86_400)), 12 * 3600)),
  /** A session ends this long after signing in, however much it is used. */
  sessionLongestSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(3600), z.maximum(365 * 86_400)), 30 * 86_400)),
  /** Sessions of one account at a time: a further sign-in ends the one that was used longest ago; 0 for any number. */
  sessionsPerAccount: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1000)), 0),
  /** Whether an account hears by letter that it was signed in to with a browser or from a network it was not seen with before. */
  newDeviceNotice: z._default(z.boolean(), false),
  /** Whether users may open accounts of their own, by a link that is mailed to them. */
  registration: z._default(z.boolean(), false),
  /** Roles whose administrators must set up a second factor before anything else; 0 stands for super administrators. */
  secondFactorRoles: z._default(z.array(z.number().check(z.int(), z.minimum(0))), []),
  /** Networks as address/length from which administrators may work; none named: from anywhere. */
  administratorNetworks: z._default(z.array(z.string().check(z.refine(isNetwork, { error: 'invalid_client_network' }))), []),
  /** Host names under which passkeys may be used; none named: the host name that the browser was opened with. */
  passkeyHosts: z._default(z.array(z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/, 'invalid_value'))), []),
  /** Fewest characters of a new administrator password. */
  passwordMinimum: z._default(numeric().check(z.int(), z.minimum(8), z.maximum(32)), 12),
})
export type LoginRules = z.infer<typeof LoginRules>

export const loginRules = declareSetting('LOGIN_CONFIG', {
  class: 'login',
  remark: { zh: '登录与注册', en: 'Sign-in and registration' },
  value: LoginRules,
  names: {
    captcha: { zh: '登录验证码', en: 'Captcha' },
    captchaAfterFailures: { zh: '失败几次后要求验证码', en: 'Captcha after (failed sign-ins)' },
    lockAfterFailures: { zh: '账号失败几次后锁定', en: 'Lock account after (failed sign-ins)' },
    lockAddressAfterFailures: { zh: '同一 IP 失败几次后锁定', en: 'Lock IP address after (failed sign-ins)' },
    windowSeconds: { zh: '统计时间（秒）', en: 'Counting period (seconds)' },
    lockSeconds: { zh: '首次锁定时长（秒）', en: 'First lock duration (seconds)' },
    sessionSeconds: { zh: '闲置多久后退出（秒）', en: 'Idle timeout (seconds)' },
    sessionLongestSeconds: { zh: '最长登录时长（秒）', en: 'Maximum session length (seconds)' },
    sessionsPerAccount: { zh: '同时登录数', en: 'Concurrent sessions' },
    newDeviceNotice: { zh: '在新设备登录时发邮件提醒', en: 'Email users about sign-ins from new devices' },
    secondFactorRoles: { zh: '必须开启二次验证的角色', en: 'Roles that require two-factor authentication' },
    passkeyHosts: { zh: '可使用通行密钥的域名', en: 'Passkey host names' },
    administratorNetworks: { zh: '管理员允许的网络', en: 'Administrator networks' },
    passwordMinimum: { zh: '管理员密码最少位数', en: 'Minimum administrator password length' },
    registration: { zh: '开放用户注册', en: 'Open registration' },
  },
  screen: '/system/config/login',
  readBy: 'every sign-in, session and new password, and the registration of users',
})
