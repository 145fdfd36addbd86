import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { refreshSite } from '../../../../entities/site/site.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { settingPage } from '../setting-page.tsx'
import { PictureField } from '../site/picture-field.tsx'
import { wechatCodeMessages } from './wechat-code.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** The QR code that the footer shows among the contacts. */
export const WechatCodePage = settingPage(
  wechatCode,
  wechatCodeMessages,
  ({ form }) => (
    <div className={settingSections}>
      <PictureField of={form} name="picture" ground="light" />
      <Field of={form} name="caption" />
      <Field of={form} name="captionEn" />
    </div>
  ),
  { onSaved: () => void refreshSite() },
)
