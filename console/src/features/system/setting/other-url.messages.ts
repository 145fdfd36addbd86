import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const otherUrlMessages = defineMessages({
  zh: { help: 'CDN 客户端的访问地址，填写后显示在控制台页脚', helps: { name: '留空则显示“CDN 客户端”' } },
  en: { help: 'Address of the CDN client, linked in the footer of the console', helps: { name: 'Leave empty to show “CDN client”' } },
})
