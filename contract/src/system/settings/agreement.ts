import * as z from 'zod/mini'
import { declareSetting } from '../setting-declaration.ts'

/** Letters of one agreement as HTML. */
const agreementLength = 100_000

const Text = z._default(z.string().check(z.maxLength(agreementLength)), '')
const InBothLanguages = z.prefault(z.object({ zh: Text, en: Text }), {})

/** What is agreed to by signing in, as rich text; an empty one is not shown. */
export const Agreements = z.object({ service: InBothLanguages, privacy: InBothLanguages })
export const agreementKinds = ['service', 'privacy'] as const
export type AgreementKind = (typeof agreementKinds)[number]

export const agreements = declareSetting('AGREEMENT_CONFIG', {
  class: 'site',
  value: Agreements,
  names: {
    'service.zh': { zh: '服务协议（中文）', en: 'Terms of service (Chinese)' },
    'service.en': { zh: '服务协议（英文）', en: 'Terms of service (English)' },
    'privacy.zh': { zh: '隐私政策（中文）', en: 'Privacy policy (Chinese)' },
    'privacy.en': { zh: '隐私政策（英文）', en: 'Privacy policy (English)' },
  },
  richText: ['service.zh', 'service.en', 'privacy.zh', 'privacy.en'],
  screen: '/system/config/site/agreement',
  readBy: 'the sign-in page, which links to the configured agreements',
})
