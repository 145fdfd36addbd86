import type * as z from 'zod/mini'
import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { certificateAuthority, knownAuthorities } from '@nameplane/contract/system/settings/certificate-authority'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { LoadedSetting } from '../setting-page.tsx'
import { AcmeAccountCard } from './acme-account-card.tsx'
import { sslMessages } from './ssl.messages.ts'

type Values = z.input<typeof certificateAuthority.value>

const blank: Values = { authority: 'letsencrypt', directoryUrl: '', email: '', eabKeyId: '', eabHmacKey: '' }
const authorities = ['letsencrypt', 'zerossl', 'other'] as const

/** The certificate authority that the platform asks, and its account there. `?open=register` opens the registration. */
export function SslPage() {
  const text = useText(sslMessages)
  const standing = useCall(acmeAccount.info, {})
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      <div className="grid items-start gap-4 pc:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className="rounded-lg border border-kumo-line bg-kumo-base">
          <LoadedSetting<Values> setting={certificateAuthority} blank={blank} labels={text.fields} onSaved={() => void standing.refresh()}>
            {({ register, errorOf, watch }) => {
              const authority = watch('authority') ?? 'letsencrypt'
              return (
                <div className="flex max-w-[560px] flex-col gap-6">
                  <div className="flex flex-col gap-4">
                    <Select
                      label={text.fields.authority}
                      isRequired
                      {...(authority === 'other' ? {} : { help: text.directory(knownAuthorities[authority].directoryUrl) })}
                      {...register('authority')}
                      error={errorOf('authority')}
                    >
                      {authorities.map((one) => (
                        <option key={one} value={one}>
                          {text.authorities[one]}
                        </option>
                      ))}
                    </Select>
                    {authority === 'other' && (
                      <TextInput
                        label={text.fields.directoryUrl}
                        isRequired
                        help={text.directoryHelp}
                        inputMode="url"
                        {...register('directoryUrl')}
                        error={errorOf('directoryUrl')}
                      />
                    )}
                    <TextInput label={text.fields.email} isRequired help={text.emailHelp} inputMode="email" {...register('email')} error={errorOf('email')} />
                  </div>
                  {authority !== 'letsencrypt' && (
                    <FieldGroup title={text.binding}>
                      <p className="text-sm text-kumo-subtle">{authority === 'zerossl' ? text.bindingZerossl : text.bindingOther}</p>
                      <TextInput
                        label={text.fields.eabKeyId}
                        isRequired={authority === 'zerossl'}
                        className="font-mono"
                        {...register('eabKeyId')}
                        error={errorOf('eabKeyId')}
                      />
                      <SecretInput
                        label={text.fields.eabHmacKey}
                        isRequired={authority === 'zerossl'}
                        {...register('eabHmacKey')}
                        error={errorOf('eabHmacKey')}
                      />
                    </FieldGroup>
                  )}
                </div>
              )
            }}
          </LoadedSetting>
        </section>
        <AcmeAccountCard standing={standing.reply?.data} problem={standing.problem} refresh={standing.refresh} />
      </div>
    </>
  )
}
