import { defineScreens } from '../../../routing/screen.ts'

export const verificationScreens = defineScreens([
  {
    path: '/account/users/verifications',
    title: { zh: '实名认证记录', en: 'Verifications' },
    right: 'verification.read',
    hidden: true,
    tabOf: '/account/users/users',
    load: () => import('./verification-page.tsx').then((page) => page.VerificationPage),
  },
])
