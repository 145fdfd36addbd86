import type * as z from 'zod/mini'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { epay, epayWays } from '@nameplane/contract/system/settings/payment-epay'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextArea, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { epayMessages } from './epay.messages.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PaymentTry } from './payment-try.tsx'
import { paymentTabs } from './payment-tabs.ts'

type Values = z.input<typeof epay.value>

const blank: Values = { version: 'v2', serviceUrl: '', pid: '', way: 'alipay', merchantPrivateKey: '', platformPublicKey: '', key: '' }

/** A gateway of Rainbow EPay: address, merchant, keys. */
export function EpayPage() {
  const text = useText(epayMessages)
  return (
    <SettingPage<Values>
      setting={epay}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/epay" />}
      blank={blank}
      labels={text.fields}
    >
      {(form) => <EpayFields form={form} />}
    </SettingPage>
  )
}

function EpayFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(epayMessages)
  const { register, errorOf, watch } = form
  const version = watch('version') ?? 'v2'
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Select label={text.fields.version} isRequired {...register('version')} error={errorOf('version')}>
        <option value="v2">{text.versions.v2}</option>
        <option value="v1">{text.versions.v1}</option>
      </Select>
      {version === 'v1' && (
        <p role="status" className="flex items-start gap-2 rounded-md border border-kumo-warning/40 bg-kumo-warning/10 px-3 py-2 text-sm">
          <WarningIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-kumo-warning" />
          {text.versionWarning}
        </p>
      )}
      <TextInput
        label={text.fields.serviceUrl}
        isRequired
        help={text.serviceUrlHelp}
        inputMode="url"
        placeholder="https://pay.example.com"
        className="font-mono"
        {...register('serviceUrl')}
        error={errorOf('serviceUrl')}
      />
      <TextInput label={text.fields.pid} isRequired inputMode="numeric" className="font-mono" {...register('pid')} error={errorOf('pid')} />
      <Select label={text.fields.way} isRequired help={text.wayHelp} {...register('way')} error={errorOf('way')}>
        {epayWays.map((way) => (
          <option key={way} value={way}>
            {text.ways[way]}
          </option>
        ))}
      </Select>
      {version === 'v1' ? (
        <SecretInput label={text.fields.key} isRequired {...register('key')} error={errorOf('key')} />
      ) : (
        <>
          <TextArea
            label={text.fields.merchantPrivateKey}
            isRequired
            help={text.keyHelp}
            rows={5}
            className="font-mono"
            {...register('merchantPrivateKey')}
            error={errorOf('merchantPrivateKey')}
          />
          <TextArea
            label={text.fields.platformPublicKey}
            isRequired
            help={text.platformKeyHelp}
            rows={5}
            className="font-mono"
            {...register('platformPublicKey')}
            error={errorOf('platformPublicKey')}
          />
        </>
      )}
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="epay" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="epay" settingKey={epay.key} isFinal={version === 'v1'} />
      </FieldGroup>
    </div>
  )
}
