import { alibabaFaceAddresses, verificationAli } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FacePage } from './face-page.tsx'
import { verificationMessages } from './verification.messages.ts'

/** Ali real-person: keys of Alibaba Cloud, the scene, and what checks cost. */
export function AliFacePage() {
  const text = useText(verificationMessages)
  const regions = alibabaFaceAddresses.map((address) => ({ value: address, label: `${text.regions[address]} · ${new URL(address).host.split('.')[1]}` }))
  return (
    <FacePage
      setting={verificationAli}
      keys={['accessKeyId', 'accessKeySecret']}
      check={(form) => (
        <>
          <Field of={form} name="sceneId" />
          <Field of={form} name="returnUrl" placeholder="https://" />
          <Field of={form} name="isCalledBack" />
        </>
      )}
      access={(form) => <Field of={form} name="endpoint" help={text.regionHelp} options={regions} />}
    />
  )
}
