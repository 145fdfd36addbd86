import type { Language } from '@nameplane/contract/problems'

/** What the install script's checks report; other reporters may send words of their own, which stay as they are. */
const reasons: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  'timed out': { zh: '连接超时', en: 'timed out' },
  'no connection': { zh: '无法连接', en: 'no connection' },
}

/** The newest failure of a node, kept as `443: timed out`, in the reader's language. */
export function checkReasonText(reason: string, language: Language): string {
  const [, port, why] = /^(\d+)(?:: (.*))?$/s.exec(reason) ?? []
  if (port === undefined) return reason
  const words = why === undefined ? '' : Object.hasOwn(reasons, why) ? reasons[why]![language] : why
  if (language === 'zh') return words === '' ? `端口 ${port}` : `端口 ${port} ${words}`
  return words === '' ? `Port ${port}` : `Port ${port}: ${words}`
}
