import type { Language } from '@nameplane/contract/problem-text'

/** A currency with its name, as a choice shows it: `CNY 人民币`. */
function currencyName(code: string, language: Language): string {
  const name = new Intl.DisplayNames([language === 'zh' ? 'zh-CN' : 'en'], { type: 'currency' }).of(code)
  return name === undefined || name === code ? code : `${code} ${name}`
}

/** Currencies to choose from. */
export const currencyChoices = (codes: readonly string[], language: Language) => codes.map((code) => ({ value: code, label: currencyName(code, language) }))
