import { useState, type KeyboardEvent } from 'react'
import { defaultHuaweiRegion, dnsProviders, providerNeeds, providerZone, type DnsProvider } from '@nameplane/contract/dns/provider-zone'
import { callProblemText, fieldText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { utf8Bytes } from '../../../../entities/record/import-file.ts'
import type { ImportSource } from './import-text.ts'
import { providerMessages } from './provider.messages.ts'

const nothing = { keyId: '', secret: '', region: defaultHuaweiRegion, url: '' }
type Keys = typeof nothing

/** The records of this domain at another provider become a text as any other. Its keys are in this form alone, and gone with it. */
export function ProviderSource({ domainId, onRead }: { domainId: number; onRead: (source: ImportSource) => void }) {
  const text = useText(providerMessages)
  const language = useLanguage()
  const [provider, setProvider] = useState<DnsProvider>('cloudflare')
  const [keys, setKeys] = useState<Keys>(nothing)
  const [isPressed, setPressed] = useState(false)
  const reading = useChange(providerZone.read, { shownIn: 'form' })
  const { problem } = reading
  const needs = providerNeeds[provider]
  const names = ['secret', ...needs] as const
  const missing = names.filter((name) => keys[name].trim() === '')

  async function read(): Promise<void> {
    setPressed(true)
    if (missing.length > 0 || reading.isRunning) return
    const needed = Object.fromEntries(needs.map((name) => [name, keys[name].trim()]))
    const outcome = await reading.run({ domainId, provider, secret: keys.secret.trim(), ...needed })
    if (!outcome.isDone) return
    const { text: table, notes } = outcome.reply.data
    onRead({ text: table, file: { name: text.name(text.providers[provider]), bytes: utf8Bytes(table), encoding: 'UTF-8', notes } })
  }

  const field = (name: keyof Keys) => ({
    value: keys[name],
    isRequired: true,
    error: isPressed && missing.some((one) => one === name) ? textOfProblem('required', language) : fieldText(problem, name, language),
    onChange: (event: { target: { value: string } }) => {
      setKeys((before) => ({ ...before, [name]: event.target.value }))
      reading.forget()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      void read()
    },
  })
  const isAtField = problem !== null && names.some((name) => fieldText(problem, name, language) !== undefined)

  return (
    <div className="space-y-4 rounded-md border border-kumo-line p-4">
      {problem !== null && !isAtField && (
        <p role="alert" className={dangerNote}>
          {fieldText(problem, 'provider', language) ?? callProblemText(problem, language)}
        </p>
      )}
      <div className="grid gap-4 pad:grid-cols-2">
        <Select
          label={text.provider}
          value={provider}
          onChange={(event) => {
            // A key is for the provider that it was typed for.
            setProvider(event.target.value as DnsProvider)
            setKeys(nothing)
            setPressed(false)
            reading.forget()
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
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <QuietButton disabled={reading.isRunning} onClick={() => void read()}>
          {reading.isRunning ? text.reading : text.read}
        </QuietButton>
        <p className="min-w-0 flex-1 basis-64 text-sm text-kumo-subtle">{text.once}</p>
      </div>
    </div>
  )
}
