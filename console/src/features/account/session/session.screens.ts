import { defineScreens } from '../../../routing/screen.ts'

export const sessionScreens = defineScreens([
  {
    path: '/account/security',
    title: { zh: '账号安全', en: 'Account security' },
    right: null,
    hidden: true,
    load: () => import('./security/security-page.tsx').then((page) => page.SecurityPage),
    finds: () => Promise.resolve([{ title: { zh: '二次验证（TOTP、通行密钥）', en: 'Two-factor authentication (TOTP, passkeys)' } }]),
  },
  {
    path: '/account/sessions/{userId}',
    title: { zh: '登录会话', en: 'Sessions' },
    right: 'session.read',
    hidden: true,
    backLink: '/account/users/admins',
    load: () => import('./security/account-sessions-page.tsx').then((page) => page.AccountSessionsPage),
  },
])
