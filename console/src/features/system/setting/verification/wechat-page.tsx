import { verificationWechat } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FacePage } from './face-page.tsx'
import { verificationMessages } from './verification.messages.ts'

/** WeChat face check: keys of Tencent Cloud, the rule, and what checks cost. */
export function WechatFacePage() {
  const text = useText(verificationMessages)
  return (
    <FacePage
      setting={verificationWechat}
      keys={['secretId', 'secretKey']}
      check={(form) => (
        <>
          <Field of={form} name="ruleId" />
          <Field of={form} name="redirectUrl" placeholder="https://" />
        </>
      )}
      access={(form) => <Field of={form} name="endpoint" help={text.addressHelp} />}
    />
  )
}
