import { defineMessages } from '../../../../i18n/messages.ts'

export const findingsMessages = defineMessages({
  zh: {
    counts: { error: (count: string) => `${count} 处错误`, warning: (count: string) => `${count} 条警告`, note: (count: string) => `${count} 条说明` },
    skipped: (count: string) => `跳过 ${count} 处有错误的内容`,
    line: (number: string) => `第 ${number} 行`,
    record: (number: string) => `第 ${number} 条`,
    whole: '整个文件',
    showAll: (count: string) => `展开这 ${count} 条`,
    leftOut: (told: string, count: string) => `只列出 ${told} 条，另有 ${count} 条未列出`,
    acknowledge: '我已了解以上警告，仍要继续',
  },
  en: {
    counts: {
      error: (count) => (count === '1' ? '1 error' : `${count} errors`),
      warning: (count) => (count === '1' ? '1 warning' : `${count} warnings`),
      note: (count) => (count === '1' ? '1 note' : `${count} notes`),
    },
    skipped: (count) => (count === '1' ? '1 refused entry will be skipped' : `${count} refused entries will be skipped`),
    line: (number) => `Line ${number}`,
    record: (number) => `Record ${number}`,
    whole: 'Whole file',
    showAll: (count) => `Show these ${count}`,
    leftOut: (told, count) => `${told} are listed; ${count} more were found`,
    acknowledge: 'I have read these warnings and want to go on',
  },
})
