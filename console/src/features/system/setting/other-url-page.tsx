import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { refreshSite } from '../../../entities/site/site.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'

const messages = defineMessages({
  zh: { help: 'CDN 客户端的访问地址，填写后显示在控制台页脚', fields: { name: '名称', url: '地址' }, helps: { name: '留空则显示“CDN 客户端”' } },
  en: {
    help: 'Address of the CDN client, linked in the footer of the console',
    fields: { name: 'Name', url: 'Address' },
    helps: { name: 'Leave empty to show “CDN client”' },
  },
})

/** Where the operator's CDN client is. */
export const OtherUrlPage = settingPage(
  otherUrl,
  messages,
  ({ form }) => (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Field of={form} name="url" />
      <Field of={form} name="name" />
    </div>
  ),
  { onSaved: () => void refreshSite() },
)
