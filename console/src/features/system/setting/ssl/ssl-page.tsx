import type * as z from 'zod/mini'
import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { certificateAuthority, knownAuthorities } from '@nameplane/contract/system/settings/certificate-authority'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { useScreenTitle } from '../screen-title.ts'
import { LoadedSetting } from '../setting-page.tsx'
import { AcmeAccountCard } from './acme-account-card.tsx'
import { sslMessages } from './ssl.messages.ts'

const words = fieldWords(certificateAuthority.names, sslMessages)

/** The certificate authority that the platform asks, and its account there. `?open=register` opens the registration. */
export function SslPage() {
  const title = useScreenTitle('/system/config/ssl')
  const text = useText(sslMessages)
  const standing = useCall(acmeAccount.info, {})
  return (
    <>
      <PageHead title={title} help={text.help} />
      <div className="grid items-start gap-4 pc:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className={surface}>
          <LoadedSetting setting={certificateAuthority} words={words} onSaved={() => void standing.refresh()}>
            {(form) => <AuthorityFields form={form} />}
          </LoadedSetting>
        </section>
        <AcmeAccountCard standing={standing.reply?.data} problem={standing.problem} refresh={standing.refresh} />
      </div>
    </>
  )
}

function AuthorityFields({ form }: { form: BoundForm<z.input<typeof certificateAuthority.value>> }) {
  const text = useText(sslMessages)
  const language = useLanguage()
  const [authority = 'letsencrypt'] = useFieldValue(form, 'authority')
  const { register, errorOf } = form.raw
  // Another authority may do without a binding: there neither half is needed until the other is filled in.
  const isBound = authority === 'zerossl'
  return (
    <div className="flex max-w-[560px] flex-col gap-6">
      <div className="flex flex-col gap-4">
        <Field of={form} name="authority" help={authority === 'other' ? undefined : text.directory(knownAuthorities[authority].directoryUrl)} />
        {authority === 'other' && <Field of={form} name="directoryUrl" />}
        <Field of={form} name="email" />
      </div>
      {authority !== 'letsencrypt' && (
        <FieldGroup title={text.binding}>
          <p className="text-sm text-kumo-subtle">{isBound ? text.bindingZerossl : text.bindingOther}</p>
          <TextInput
            label={words.label('eabKeyId', language)}
            isRequired={isBound}
            className="font-mono"
            {...register('eabKeyId')}
            error={errorOf('eabKeyId')}
          />
          <SecretInput label={words.label('eabHmacKey', language)} isRequired={isBound} {...register('eabHmacKey')} error={errorOf('eabHmacKey')} />
        </FieldGroup>
      )}
    </div>
  )
}
