import type * as z from 'zod/mini'
import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { refreshSite } from '../../../../entities/site/site.ts'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PictureField } from '../site/picture-field.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { wechatCodeTabs } from './wechat-code-tabs.ts'
import { wechatCodeMessages } from './wechat-code.messages.ts'

type Values = z.input<typeof wechatCode.value>

const blank: Values = { picture: '', caption: '', captionEn: '' }

/** The QR code that the footer shows among the contacts. */
export function WechatCodePage() {
  const text = useText(wechatCodeMessages)
  return (
    <SettingPage<Values>
      setting={wechatCode}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={wechatCodeTabs} current="/system/config/wechat-code" />}
      blank={blank}
      labels={text.fields}
      onSaved={() => void refreshSite()}
    >
      {({ register, errorOf, watch, setValue }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <PictureField
            label={text.fields.picture}
            help={text.pictureHelp}
            error={errorOf('picture')}
            path={watch('picture') ?? ''}
            ground="light"
            onChange={(path) => setValue('picture', path, { shouldDirty: true, shouldValidate: true })}
          />
          <TextInput label={text.fields.caption} help={text.captionHelp} {...register('caption')} error={errorOf('caption')} />
          <TextInput label={text.fields.captionEn} help={text.captionEnHelp} {...register('captionEn')} error={errorOf('captionEn')} />
        </div>
      )}
    </SettingPage>
  )
}
