import type * as z from 'zod/mini'
import { alibabaFaceAddresses, verificationAli } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PriceFields } from './price-fields.tsx'
import { verificationTabs } from './verification-tabs.ts'
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
    <SettingPage<Values>
      setting={verificationAli}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={verificationTabs} current="/system/config/verification/ali" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch }) => (
        <div className="flex max-w-[560px] flex-col gap-6">
          <FieldGroup title={text.keys}>
            <TextInput
              label={text.fields.accessKeyId}
              isRequired
              help={text.aliKeysHelp}
              className="font-mono"
              {...register('accessKeyId')}
              error={errorOf('accessKeyId')}
            />
            <SecretInput label={text.fields.accessKeySecret} isRequired {...register('accessKeySecret')} error={errorOf('accessKeySecret')} />
          </FieldGroup>
          <FieldGroup title={text.check}>
            <TextInput
              label={text.fields.sceneId}
              isRequired
              help={text.sceneIdHelp}
              inputMode="numeric"
              className="font-mono"
              {...register('sceneId')}
              error={errorOf('sceneId')}
            />
            <TextInput
              label={text.fields.returnUrl}
              help={text.returnHelp}
              inputMode="url"
              placeholder="https://"
              className="font-mono"
              {...register('returnUrl')}
              error={errorOf('returnUrl')}
            />
            <CheckBox label={text.fields.isCalledBack} help={text.calledBackHelp} {...register('isCalledBack')} />
          </FieldGroup>
          <PriceFields register={register} errorOf={errorOf} feeCents={watch('feeCents')} />
          <FieldGroup title={text.access}>
            <Select label={text.fields.endpoint} help={text.regionHelp} {...register('endpoint')} error={errorOf('endpoint')}>
              {alibabaFaceAddresses.map((address) => (
                <option key={address} value={address}>
                  {text.regions[address]} · {new URL(address).host}
                </option>
              ))}
            </Select>
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
