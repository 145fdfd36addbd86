import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../../../i18n/format.ts'
import { defineMessages } from '../../../../i18n/messages.ts'

export const findingsMessages = defineMessages({
  zh: {
    counts: {
      error: (count: number) => `${formatNumber(count, 'zh')} 处错误`,
      warning: (count: number) => `${formatNumber(count, 'zh')} 条警告`,
      note: (count: number) => `${formatNumber(count, 'zh')} 条说明`,
    },
    skipped: (count: number) => `跳过 ${formatNumber(count, 'zh')} 处有错误的内容`,
    line: (number: string) => `第 ${number} 行`,
    record: (number: string) => `第 ${number} 条`,
    lineText: (number: string) => `第 ${number} 行内容`,
    whole: '整个文件',
    showAll: (count: string) => `展开这 ${count} 条`,
    leftOut: (told: string, count: string) => `只列出 ${told} 条，另有 ${count} 条未列出`,
    acknowledge: '我已了解以上警告，仍要继续',
  },
  en: {
    counts: { error: (count) => counted(count, 'error'), warning: (count) => counted(count, 'warning'), note: (count) => counted(count, 'note') },
    skipped: (count) => `${counted(count, 'invalid record')} will be skipped`,
    line: (number) => `Line ${number}`,
    record: (number) => `Record ${number}`,
    lineText: (number) => `Text of line ${number}`,
    whole: 'Whole file',
    showAll: (count) => `Show all ${count}`,
    leftOut: (told, count) => `${told} listed, ${count} more found`,
    acknowledge: 'I understand these warnings and want to continue',
  },
})
