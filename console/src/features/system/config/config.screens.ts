import { defineScreens } from '../../../routing/screen.ts'

export const configScreens = defineScreens([
  {
    path: '/system/config/overview',
    title: { zh: '配置概览', en: 'Overview' },
    right: 'config.read',
    load: () => import('./overview-page.tsx').then((page) => page.OverviewPage),
  },
  {
    path: '/system/config/site/basic',
    title: { zh: '网站', en: 'Site' },
    right: 'config.read',
    load: () => import('./site/site-basic-page.tsx').then((page) => page.SiteBasicPage),
  },
  {
    path: '/system/config/site/power',
    title: { zh: '网站功能', en: 'Site features' },
    right: 'config.read',
    hidden: true,
    tabOf: '/system/config/site/basic',
    load: () => import('./site/site-power-page.tsx').then((page) => page.SitePowerPage),
  },
  {
    path: '/system/config/site/contact',
    title: { zh: '网站联系方式', en: 'Site contacts' },
    right: 'config.read',
    hidden: true,
    tabOf: '/system/config/site/basic',
    load: () => import('./site/site-contact-page.tsx').then((page) => page.SiteContactPage),
  },
  {
    path: '/system/config/site/seo',
    title: { zh: '网站 SEO', en: 'Site SEO' },
    right: 'config.read',
    hidden: true,
    tabOf: '/system/config/site/basic',
    load: () => import('./site/site-seo-page.tsx').then((page) => page.SiteSeoPage),
  },
  {
    path: '/system/config/site/agreement',
    title: { zh: '网站协议', en: 'Agreements' },
    right: 'config.read',
    hidden: true,
    tabOf: '/system/config/site/basic',
    load: () => import('./site/site-agreement-page.tsx').then((page) => page.SiteAgreementPage),
  },
  {
    path: '/system/config/site/dir',
    title: { zh: '用户目录', en: 'User path' },
    right: 'config.read',
    hidden: true,
    tabOf: '/system/config/site/basic',
    load: () => import('./site/site-dir-page.tsx').then((page) => page.SiteDirPage),
  },
  {
    path: '/system/config/email/config',
    title: { zh: '邮件', en: 'Mail' },
    right: 'config.read',
    load: () => import('./email/mail-server-page.tsx').then((page) => page.MailServerPage),
  },
  {
    path: '/system/config/node',
    title: { zh: '节点', en: 'Nodes' },
    right: 'config.read',
    load: () => import('./node/node-page.tsx').then((page) => page.NodePage),
  },
  {
    path: '/system/config/other-url',
    title: { zh: 'CDN 客户端', en: 'CDN client' },
    right: 'config.read',
    load: () => import('./other-url-page.tsx').then((page) => page.OtherUrlPage),
  },
])
