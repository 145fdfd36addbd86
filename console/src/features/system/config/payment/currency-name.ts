import type { Language } from '@nameplane/contract/problems'

/** A currency with its name, as a choice shows it: `CNY 人民币`. */
export function currencyName(code: string, language: Language): string {
  const name = new Intl.DisplayNames([language === 'zh' ? 'zh-CN' : 'en'], { type: 'currency' }).of(code)
  return name === undefined || name === code ? code : `${code} ${name}`
}
