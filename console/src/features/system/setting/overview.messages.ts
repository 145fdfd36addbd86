import { defineMessages } from '../../../i18n/messages.ts'

export const overviewMessages = defineMessages({
  zh: {
    title: '配置概览',
    help: '各项配置是否已填写、是否启用，以及最近一次测试的结果',
    set: '已配置',
    passed: '测试通过',
    failing: '测试未通过',
    off: '未启用',
    incomplete: '未填写完整',
    notSet: '未配置',
    defaults: '默认值',
    changed: (who: string, when: string) => `${when}由${who}修改`,
    tested: (when: string) => `${when}测试`,
  },
  en: {
    title: 'Configuration',
    help: 'Status and last test of each configuration',
    set: 'Configured',
    passed: 'Test passed',
    failing: 'Test failed',
    off: 'Disabled',
    incomplete: 'Incomplete',
    notSet: 'Not configured',
    defaults: 'Defaults',
    changed: (who, when) => `changed by ${who} ${when}`,
    tested: (when) => `tested ${when}`,
  },
})
