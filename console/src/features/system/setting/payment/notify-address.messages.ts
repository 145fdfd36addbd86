import { defineMessages } from '../../../../i18n/messages.ts'

export const notifyAddressMessages = defineMessages({
  zh: { notifyAddress: '通知地址', addressMissing: '还没有通知地址。请先填写平台公网地址。', addressLink: '去填写' },
  en: { notifyAddress: 'Notification URL', addressMissing: 'No notification URL yet. Set the public address first.', addressLink: 'Set public address' },
})
