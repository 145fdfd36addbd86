const grouped = new Intl.NumberFormat('en-GB')

/** A number with its thousands apart: in English from 1,000, in Chinese from 10,000. */
export function groupedNumber(value: number, language: 'zh' | 'en'): string {
  return language === 'zh' && Math.abs(value) < 10_000 ? String(value) : grouped.format(value)
}

/** An English count with its noun: `1 day`, `2 days`, `36,500 days`, `3 entries`. Every English plural with a number in front is made here. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped.format(count)} ${count === 1 ? one : many}`
}
