import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { smsScenarioKeys, smsScenarios, smsTarget, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { LoadedSetting } from '../setting-page.tsx'
import type { TestTarget } from '../setting-test.tsx'
import { smsMessages, smsWords } from './sms.messages.ts'
import { SmsTemplates, templatesInForm } from './sms-templates.tsx'
import { settingSections } from '../setting-sections.ts'

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
  return { text, shared: { words: smsWords, read: templatesInForm[language], testTarget } }
}

/** Who the platform is to either cloud, and under which signature it sends. */
function CloudKeys({ form }: { form: BoundForm<{ secretid: string; secretkey: string; signname: string }> }) {
  return (
    <>
      <Field of={form} name="secretid" />
      <Field of={form} name="secretkey" />
      <Field of={form} name="signname" />
    </>
  )
}

type PartsOfForm = {
  /** What has to be filled in. */
  fields: ReactNode
  templates: ReactNode
  /** What most leave as it is. */
  access?: ReactNode
}

/** The parts of a provider's form, one below the other. */
function FormParts({ fields, templates, access }: PartsOfForm) {
  const text = useText(smsMessages)
  return (
    <div className="flex flex-col gap-6">
      <div className={settingSections}>{fields}</div>
      {templates}
      {access && (
        <FieldGroup title={text.access}>
          <div className={settingSections}>{access}</div>
        </FieldGroup>
      )}
    </div>
  )
}

/** Tencent Cloud: the form of the version with one provider, and the first of three. */
export function TencentForm() {
  const { text, shared } = useSmsForm()
  return (
    <LoadedSetting<z.input<typeof tencentSms.value>> setting={tencentSms} {...shared}>
      {(form) => (
        <FormParts
          fields={
            <>
              <Field of={form} name="sdkappId" />
              <CloudKeys form={form} />
            </>
          }
          templates={<SmsTemplates form={form} kind="id" help={text.templatesHelp.tencent} written={(_, place) => `{${place}}`} />}
          access={
            <>
              <Field of={form} name="region" />
              <Field of={form} name="endpoint" help={text.tencentEndpointHelp} />
            </>
          }
        />
      )}
    </LoadedSetting>
  )
}

export function AlibabaForm() {
  const { text, shared } = useSmsForm()
  return (
    <LoadedSetting<z.input<typeof alibabaSms.value>> setting={alibabaSms} {...shared}>
      {(form) => (
        <FormParts
          fields={<CloudKeys form={form} />}
          templates={<SmsTemplates form={form} kind="id" help={text.templatesHelp.alibaba} written={(variable) => `\${${variable}}`} />}
          access={<Field of={form} name="endpoint" help={text.alibabaEndpointHelp} />}
        />
      )}
    </LoadedSetting>
  )
}

export function GatewayForm() {
  const { text, shared } = useSmsForm()
  return (
    <LoadedSetting<z.input<typeof gatewaySms.value>> setting={gatewaySms} {...shared}>
      {(form) => (
        <FormParts
          fields={
            <>
              <Field of={form} name="api_addr" />
              <Field of={form} name="username" />
              <Field of={form} name="api_key" />
            </>
          }
          templates={<SmsTemplates form={form} kind="content" help={text.templatesHelp.gateway} written={(variable) => `{{${variable}}}`} />}
        />
      )}
    </LoadedSetting>
  )
}
