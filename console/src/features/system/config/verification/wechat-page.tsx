import type * as z from 'zod/mini'
import { verificationWechat } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PriceFields } from './price-fields.tsx'
import { verificationTabs } from './verification-tabs.ts'
import { verificationMessages } from './verification.messages.ts'

type Values = z.input<typeof verificationWechat.value>

const blank: Values = { secretId: '', secretKey: '', ruleId: '', redirectUrl: '', freeCount: 3, feeCents: 0, endpoint: 'https://faceid.tencentcloudapi.com' }

/** WeChat face check: keys of Tencent Cloud, the rule, and what checks cost. */
export function WechatFacePage() {
  const text = useText(verificationMessages)
  return (
    <SettingPage<Values>
      setting={verificationWechat}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={verificationTabs} current="/system/config/verification/wechat" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch }) => (
        <div className="flex max-w-[560px] flex-col gap-6">
          <FieldGroup title={text.keys}>
            <TextInput
              label={text.fields.secretId}
              isRequired
              help={text.wechatKeysHelp}
              className="font-mono"
              {...register('secretId')}
              error={errorOf('secretId')}
            />
            <SecretInput label={text.fields.secretKey} isRequired {...register('secretKey')} error={errorOf('secretKey')} />
          </FieldGroup>
          <FieldGroup title={text.check}>
            <TextInput label={text.fields.ruleId} isRequired help={text.ruleIdHelp} className="font-mono" {...register('ruleId')} error={errorOf('ruleId')} />
            <TextInput
              label={text.fields.redirectUrl}
              help={text.returnHelp}
              inputMode="url"
              placeholder="https://"
              className="font-mono"
              {...register('redirectUrl')}
              error={errorOf('redirectUrl')}
            />
          </FieldGroup>
          <PriceFields register={register} errorOf={errorOf} feeCents={watch('feeCents')} />
          <FieldGroup title={text.access}>
            <TextInput label={text.fields.endpoint} help={text.addressHelp} className="font-mono" {...register('endpoint')} error={errorOf('endpoint')} />
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
