import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../i18n/format.ts'
import { defineMessages } from '../../i18n/messages.ts'

export const largeChangeMessages = defineMessages({
  zh: {
    typed: (count: number) => `将修改或删除 ${formatNumber(count, 'zh')} 条解析记录，影响较大`,
    approval: (count: number) =>
      `将修改或删除 ${formatNumber(count, 'zh')} 条解析记录，影响较大，需要另一位管理员在 24 小时内审批后执行。审批前域名如被修改，则不执行。`,
    confirm: '确认修改',
    submit: '提交审批',
    submitted: (name: string) => `批量操作 ${name} 已提交审批`,
  },
  en: {
    typed: (count) => `This edits or deletes ${counted(count, 'record')} and has a large impact`,
    approval: (count) =>
      `This edits or deletes ${counted(count, 'record')} and has a large impact. Another administrator has to approve it within 24 hours. Nothing is done if the domain is changed before then.`,
    confirm: 'Confirm',
    submit: 'Submit for approval',
    submitted: (name) => `Bulk operation ${name} was submitted for approval`,
  },
})
