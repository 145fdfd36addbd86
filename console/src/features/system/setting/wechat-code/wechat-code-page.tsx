import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { refreshSite } from '../../../../entities/site/site.ts'
import { useText } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PictureField } from '../site/picture-field.tsx'
import { wechatCodeMessages } from './wechat-code.messages.ts'

const words = fieldWords({}, wechatCodeMessages)

/** The QR code that the footer shows among the contacts. */
export function WechatCodePage() {
  const text = useText(wechatCodeMessages)
  return (
    <SettingPage setting={wechatCode} words={words} help={text.help} onSaved={() => void refreshSite()}>
      {(form) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <PictureField of={form} name="picture" ground="light" />
          <Field of={form} name="caption" />
          <Field of={form} name="captionEn" />
        </div>
      )}
    </SettingPage>
  )
}
