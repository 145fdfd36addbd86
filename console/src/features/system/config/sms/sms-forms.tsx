import type { ComponentProps, ReactNode } from 'react'
import type * as z from 'zod/mini'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { smsScenarioKeys, smsScenarios, smsTarget, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { LoadedSetting } from '../setting-page.tsx'
import type { TestTarget } from '../setting-test.tsx'
import { smsLabels, smsMessages } from './sms.messages.ts'
import { blankTemplates, SmsTemplates, templatesOfForm } from './sms-templates.tsx'

type TencentValues = z.input<typeof tencentSms.value>
type AlibabaValues = z.input<typeof alibabaSms.value>
type GatewayValues = z.input<typeof gatewaySms.value>

/** What the three forms have in common: words, the templates they begin with, where a test goes. */
function useSmsForm() {
  const text = useText(smsMessages)
  const language = useLanguage()
  const testTarget: TestTarget = {
    label: text.testTarget,
    inputMode: 'tel',
    choice: {
      label: text.testScenario,
      options: smsScenarioKeys.map((scenario) => ({ value: scenario, label: smsScenarios[scenario].name[language] })),
      joined: (phone, scenario) => smsTarget(phone, scenario as SmsScenarioKey),
    },
  }
  return { text, labels: smsLabels(text, language), templateIds: blankTemplates(language), testTarget }
}

type Registering<Member extends string> = { register: (member: Member) => ComponentProps<'input'>; errorOf: (member: Member) => string | undefined }

/** Who the platform is to either cloud, and under which signature it sends. */
function CloudKeys({ register, errorOf }: Registering<'secretid' | 'secretkey' | 'signname'>) {
  const text = useText(smsMessages)
  return (
    <>
      <TextInput label={text.fields.secretid} isRequired className="font-mono" {...register('secretid')} error={errorOf('secretid')} />
      <SecretInput label={text.fields.secretkey} isRequired {...register('secretkey')} error={errorOf('secretkey')} />
      <TextInput label={text.fields.signname} isRequired help={text.signnameHelp} {...register('signname')} error={errorOf('signname')} />
    </>
  )
}

/** Where either cloud is called. */
function CloudEndpoint({ help, register, errorOf }: Registering<'endpoint'> & { help: string }) {
  const text = useText(smsMessages)
  return <TextInput label={text.fields.endpoint} help={help} className="font-mono" {...register('endpoint')} error={errorOf('endpoint')} />
}

type PartsOfForm = {
  /** What has to be filled in. */
  fields: ReactNode
  templates: ComponentProps<typeof SmsTemplates>
  /** What most leave as it is. */
  access?: ReactNode
}

/** The parts of a provider's form, one below the other. */
function FormParts({ fields, templates, access }: PartsOfForm) {
  const text = useText(smsMessages)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex max-w-[560px] flex-col gap-4">{fields}</div>
      <SmsTemplates {...templates} />
      {access && (
        <div className="max-w-[560px]">
          <FieldGroup title={text.access}>{access}</FieldGroup>
        </div>
      )}
    </div>
  )
}

/** Tencent Cloud: the form of the version with one provider, and the first of three. */
export function TencentForm() {
  const { text, labels, templateIds, testTarget } = useSmsForm()
  return (
    <LoadedSetting<TencentValues>
      setting={tencentSms}
      blank={{ sdkappId: '', secretid: '', secretkey: '', signname: '', region: 'ap-guangzhou', endpoint: 'https://sms.tencentcloudapi.com', templateIds }}
      labels={labels}
      read={templatesOfForm}
      testTarget={testTarget}
    >
      {({ register, errorOf }) => (
        <FormParts
          fields={
            <>
              <TextInput
                label={text.fields.sdkappId}
                isRequired
                help={text.appIdHelp}
                inputMode="numeric"
                className="font-mono"
                {...register('sdkappId')}
                error={errorOf('sdkappId')}
              />
              <CloudKeys register={register} errorOf={errorOf} />
            </>
          }
          templates={{
            kind: 'id',
            help: text.templatesHelp.tencent,
            written: (_, place) => `{${place}}`,
            register: (scenario, member) => register(`templateIds.${scenario}.${member}`),
            errorOf: (scenario, member) => errorOf(`templateIds.${scenario}.${member}`),
          }}
          access={
            <>
              <TextInput label={text.fields.region} help={text.regionHelp} className="font-mono" {...register('region')} error={errorOf('region')} />
              <CloudEndpoint help={text.tencentEndpointHelp} register={register} errorOf={errorOf} />
            </>
          }
        />
      )}
    </LoadedSetting>
  )
}

export function AlibabaForm() {
  const { text, labels, templateIds, testTarget } = useSmsForm()
  return (
    <LoadedSetting<AlibabaValues>
      setting={alibabaSms}
      blank={{ secretid: '', secretkey: '', signname: '', endpoint: 'https://dysmsapi.aliyuncs.com', templateIds }}
      labels={labels}
      read={templatesOfForm}
      testTarget={testTarget}
    >
      {({ register, errorOf }) => (
        <FormParts
          fields={<CloudKeys register={register} errorOf={errorOf} />}
          templates={{
            kind: 'id',
            help: text.templatesHelp.alibaba,
            written: (variable) => `\${${variable}}`,
            register: (scenario, member) => register(`templateIds.${scenario}.${member}`),
            errorOf: (scenario, member) => errorOf(`templateIds.${scenario}.${member}`),
          }}
          access={<CloudEndpoint help={text.alibabaEndpointHelp} register={register} errorOf={errorOf} />}
        />
      )}
    </LoadedSetting>
  )
}

export function GatewayForm() {
  const { text, labels, templateIds, testTarget } = useSmsForm()
  return (
    <LoadedSetting<GatewayValues>
      setting={gatewaySms}
      blank={{ api_addr: '', username: '', api_key: '', templateIds }}
      labels={labels}
      read={templatesOfForm}
      testTarget={testTarget}
    >
      {({ register, errorOf }) => (
        <FormParts
          fields={
            <>
              <TextInput
                label={text.fields.api_addr}
                isRequired
                help={text.apiAddrHelp}
                inputMode="url"
                className="font-mono"
                {...register('api_addr')}
                error={errorOf('api_addr')}
              />
              <TextInput label={text.fields.username} isRequired {...register('username')} error={errorOf('username')} />
              <SecretInput label={text.fields.api_key} isRequired help={text.apiKeyHelp} {...register('api_key')} error={errorOf('api_key')} />
            </>
          }
          templates={{
            kind: 'content',
            help: text.templatesHelp.gateway,
            written: (variable) => `{{${variable}}}`,
            register: (scenario, member) => register(`templateIds.${scenario}.${member}`),
            errorOf: (scenario, member) => errorOf(`templateIds.${scenario}.${member}`),
          }}
        />
      )}
    </LoadedSetting>
  )
}
