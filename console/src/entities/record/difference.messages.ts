import { defineMessages } from '../../i18n/messages.ts'

export const differenceMessages = defineMessages({
  zh: {
    counts: { added: '新增', updated: '修改', deleted: '删除', unchanged: '不变' },
    difference: '变化',
    sample: (shown: string, all: string) => `列出 ${all} 处变化中的前 ${shown} 处`,
  },
  en: {
    counts: { added: 'Added', updated: 'Changed', deleted: 'Deleted', unchanged: 'Unchanged' },
    difference: 'Changes',
    sample: (shown, all) => `The first ${shown} of ${all} changes`,
  },
})
