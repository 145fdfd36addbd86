import { defineMessages } from '../../i18n/messages.ts'

export const importModeMessages = defineMessages({
  zh: {
    mode: '导入方式',
    modes: { add: '只添加', overwrite: '覆盖相同记录集', replace: '全部替换' },
    modeHelp: {
      add: '保留现有记录，只添加文件中的新记录',
      overwrite: '文件中出现的记录集（主机记录、类型和线路都相同）以文件为准，其他记录不变',
      replace: '整个域名以文件为准，文件中没有的记录将被删除',
    },
  },
  en: {
    mode: 'Import mode',
    modes: { add: 'Add only', overwrite: 'Overwrite matching', replace: 'Replace all' },
    modeHelp: {
      add: 'Keeps existing records and adds new records from the file',
      overwrite: 'Replaces matching record sets (same host, type and line) and keeps the others',
      replace: 'Replaces all records with those in the file',
    },
  },
})
