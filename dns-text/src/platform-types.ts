import type { RecordTypeRow } from './record-type.ts'

export const platformMnemonics = ['ALIAS', 'URL'] as const

/**
 * Types of the platform itself: saved and written like any other, never in an answer as themselves. What clients get instead
 * is worked out from them. Their codes are for private use (RFC 6895 §3.1); ALIAS has the one that PowerDNS gave it.
 */
// oxfmt-ignore
export const platformTypes: readonly RecordTypeRow<(typeof platformMnemonics)[number]>[] = [
  {
    mnemonic: 'ALIAS', code: 65401, rfc: 'docs/decisions/alias.md', example: 'www.example.net.',
    singleton: true, userEditable: true, isPlatformType: true,
    fields: [{ name: 'target', kind: 'name' }],
    targetField: 'target',
  },
  {
    mnemonic: 'URL', code: 65402, rfc: 'docs/decisions/redirects.md', example: '301 "https://www.example.com/path?x=1"',
    singleton: true, userEditable: true, isPlatformType: true,
    fields: [
      { name: 'mode', kind: 'choice', options: [{ value: '301', label: '301' }, { value: '302', label: '302' }, { value: 'frame', label: 'frame' }] },
      { name: 'target', kind: 'web-address', max: 1000 },
    ],
  },
]
