import { defineMessages } from '../../../../i18n/messages.ts'

export const notifyAddressMessages = defineMessages({
  zh: { notifyAddress: '通知地址', addressMissing: '填写平台的外网地址后，这里会显示通知地址。', addressLink: '去填写' },
  en: { notifyAddress: 'Notification URL', addressMissing: 'Once the platform’s public address is known, the URL stands here.', addressLink: 'Fill it in' },
})
