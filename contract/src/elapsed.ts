import { groupedNumber } from './counted.ts'

const units = { zh: { ms: '毫秒', s: '秒', min: '分' }, en: { ms: 'ms', s: 's', min: 'min' } } as const

/** How long something took, in the unit of its size: `850 ms`, `57.5 s`, `2 min 5 s`. Every elapsed time that is shown or sent is written here. */
export function elapsed(milliseconds: number, language: 'zh' | 'en'): string {
  const { ms, s, min } = units[language]
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ${ms}`
  const tenths = Math.round(milliseconds / 100)
  if (tenths < 600) return `${tenths / 10} ${s}`
  const seconds = Math.round(milliseconds / 1000)
  const minutes = `${groupedNumber(Math.floor(seconds / 60), language)} ${min}`
  return seconds % 60 === 0 ? `${minutes}${language === 'zh' ? '钟' : ''}` : `${minutes} ${seconds % 60} ${s}`
}
