import type * as z from 'zod/mini'
import { verificationWechat } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { FacePage } from './face-page.tsx'
import { verificationMessages } from './verification.messages.ts'

type Values = z.input<typeof verificationWechat.value>

const blank: Values = { secretId: '', secretKey: '', ruleId: '', redirectUrl: '', freeCount: 3, feeCents: 0, endpoint: 'https://faceid.tencentcloudapi.com' }

/** WeChat face check: keys of Tencent Cloud, the rule, and what checks cost. */
export function WechatFacePage() {
  const text = useText(verificationMessages)
  return (
    <FacePage<Values>
      path="/system/config/verification/wechat"
      setting={verificationWechat}
      blank={blank}
      members={{ id: 'secretId', secret: 'secretKey', scene: 'ruleId', returnTo: 'redirectUrl' }}
      keysHelp={text.wechatKeysHelp}
      sceneHelp={text.ruleIdHelp}
      access={({ register, errorOf }) => (
        <TextInput label={text.fields.endpoint} help={text.addressHelp} className="font-mono" {...register('endpoint')} error={errorOf('endpoint')} />
      )}
    />
  )
}
