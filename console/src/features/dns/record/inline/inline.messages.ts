import { defineMessages } from '../../../../i18n/messages.ts'

export const inlineMessages = defineMessages({
  zh: { quickAdd: '快速添加', add: '添加', addTitle: '加入待保存修改（Enter）' },
  en: { quickAdd: 'Quick add', add: 'Add', addTitle: 'Add to pending changes (Enter)' },
})
