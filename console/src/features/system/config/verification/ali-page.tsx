import type * as z from 'zod/mini'
import { alibabaFaceAddresses, verificationAli } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { Select } from '../../../../screen-parts/form/field.tsx'
import { FacePage } from './face-page.tsx'
import { verificationMessages } from './verification.messages.ts'

type Values = z.input<typeof verificationAli.value>

const blank: Values = {
  accessKeyId: '',
  accessKeySecret: '',
  sceneId: '',
  returnUrl: '',
  isCalledBack: true,
  freeCount: 3,
  feeCents: 0,
  endpoint: alibabaFaceAddresses[0],
}

/** Ali real-person: keys of Alibaba Cloud, the scene, and what checks cost. */
export function AliFacePage() {
  const text = useText(verificationMessages)
  return (
    <FacePage<Values>
      path="/system/config/verification/ali"
      setting={verificationAli}
      blank={blank}
      members={{ id: 'accessKeyId', secret: 'accessKeySecret', scene: 'sceneId', returnTo: 'returnUrl' }}
      keysHelp={text.aliKeysHelp}
      sceneHelp={text.sceneIdHelp}
      hasNumericScene
      further={({ register }) => <CheckBox label={text.fields.isCalledBack} help={text.calledBackHelp} {...register('isCalledBack')} />}
      access={({ register, errorOf }) => (
        <Select label={text.fields.endpoint} help={text.regionHelp} {...register('endpoint')} error={errorOf('endpoint')}>
          {alibabaFaceAddresses.map((address) => (
            <option key={address} value={address}>
              {text.regions[address]} · {new URL(address).host.split('.')[1]}
            </option>
          ))}
        </Select>
      )}
    />
  )
}
