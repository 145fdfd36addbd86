import { defineMessages } from '../../i18n/messages.ts'

export const serviceGroupMessages = defineMessages({ zh: { groupsMissing: '没有可选的服务组' }, en: { groupsMissing: 'No service groups to select' } })
