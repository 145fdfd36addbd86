import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const otherUrlMessages = defineMessages({
  zh: { help: 'CDN 客户端的访问地址，填写后显示在控制台页脚', fields: { name: '名称', url: '地址' }, helps: { name: '留空则显示“CDN 客户端”' } },
  en: {
    help: 'Address of the CDN client, linked in the footer of the console',
    fields: { name: 'Name', url: 'Address' },
    helps: { name: 'Leave empty to show “CDN client”' },
  },
})
