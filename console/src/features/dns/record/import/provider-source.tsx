import { useState } from 'react'
import { defaultHuaweiRegion, dnsProviders, providerNeeds, providerZone, type DnsProvider } from '@nameplane/contract/dns/provider-zone'
import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { utf8Bytes } from '../../../../entities/record/import-file.ts'
import type { ImportSource } from './import-text.ts'
import { providerMessages } from './provider.messages.ts'
import { ReadingFrame, useReadingForm } from './reading-form.tsx'

const nothing = { keyId: '', secret: '', region: defaultHuaweiRegion, url: '' }

/** The records of this domain at another provider become a text as any other. Its keys are in this form alone, and gone with it. */
export function ProviderSource({ domainId, onRead }: { domainId: number; onRead: (source: ImportSource) => void }) {
  const text = useText(providerMessages)
  const [provider, setProvider] = useState<DnsProvider>('cloudflare')
  const needs = providerNeeds[provider]
  const form = useReadingForm(providerZone.read, {
    nothing,
    shown: ['secret', ...needs],
    isNeeded: () => true,
    input: (keys) => ({ domainId, provider, secret: keys.secret.trim(), ...Object.fromEntries(needs.map((name) => [name, keys[name].trim()])) }),
    onRead: ({ data: { text: table, notes } }) =>
      onRead({ text: table, file: { name: text.name(text.providers[provider]), bytes: utf8Bytes(table), encoding: 'UTF-8', notes } }),
  })
  const field = (name: keyof typeof nothing) => ({ isRequired: true, ...form.field(name) })
  return (
    <ReadingFrame form={form} text={text}>
      <Select
        label={text.provider}
        value={provider}
        onChange={(event) => {
          // A key is for the provider that it was typed for.
          setProvider(event.target.value as DnsProvider)
          form.clear()
        }}
      >
        {dnsProviders.map((one) => (
          <option key={one} value={one}>
            {text.providers[one]}
          </option>
        ))}
      </Select>
      {needs.includes('region') && <TextInput label={text.region} {...field('region')} />}
      {needs.includes('url') && <TextInput label={text.url} help={text.urlHelp} inputMode="url" placeholder="https://pdns.example.com" {...field('url')} />}
      {needs.includes('keyId') && <TextInput label={text.keyId[provider as keyof typeof text.keyId]} {...field('keyId')} />}
      <SecretInput label={text.secret[provider]} help={text.permissions[provider]} {...field('secret')} />
    </ReadingFrame>
  )
}
