import type * as z from 'zod/mini'
import { useState } from 'react'
import { mailPresetOf, mailPresets } from '@nameplane/contract/system/mail/mail-presets'
import { mailServer } from '@nameplane/contract/system/settings/mail-server'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextArea, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { emailTabs } from './email-tabs.ts'
import { mailServerMessages } from './mail-server.messages.ts'

type Values = z.input<typeof mailServer.value>
type Form = RuledForm<Values>

const blank: Values = {
  protocol: 'smtp',
  host: '',
  username: '',
  authentication: 'password',
  password: '',
  oauth: { tenant: '', clientId: '', clientSecret: '', refreshToken: '', authority: 'https://login.microsoftonline.com' },
  port: 465,
  senderName: '',
  caCertificate: '',
  templates: [],
}

/** The server that sends the platform's letters. */
export function MailServerPage() {
  const text = useText(mailServerMessages)
  return (
    <SettingPage<Values>
      setting={mailServer}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={emailTabs} current="/system/config/email/config" />}
      blank={blank}
      labels={text.fields}
      testTarget={{ label: text.testTarget, inputMode: 'email' }}
    >
      {(form) => <MailServerFields form={form} />}
    </SettingPage>
  )
}

const ownServer = 'other'

function MailServerFields({ form }: { form: Form }) {
  const text = useText(mailServerMessages)
  const language = useLanguage()
  const { register, errorOf, watch, setValue } = form
  const [host, port, authentication] = watch(['host', 'port', 'authentication'])
  const [wantsOwn, setWantsOwn] = useState(false)
  const preset = wantsOwn ? undefined : mailPresetOf(host)
  const choice = preset?.key ?? (wantsOwn || host !== '' ? ownServer : '')
  const isOauth = authentication === 'oauth2'

  function choose(key: string) {
    const chosen = mailPresets.find((one) => one.key === key)
    setWantsOwn(key === ownServer)
    setValue('host', chosen?.host ?? '', { shouldDirty: true, shouldValidate: chosen !== undefined })
    if (chosen) setValue('port', chosen.port, { shouldDirty: true, shouldValidate: true })
    if (chosen && !chosen.hasOauth) setValue('authentication', 'password', { shouldDirty: true })
  }
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Select
        label={text.fields.host}
        isRequired
        value={choice}
        onChange={(event) => choose(event.target.value)}
        error={choice === ownServer ? undefined : errorOf('host')}
        help={preset ? <span className="font-mono">{preset.host}</span> : undefined}
      >
        <option value="" disabled>
          {text.choose}
        </option>
        {mailPresets.map((one) => (
          <option key={one.key} value={one.key}>
            {one.name[language]}
          </option>
        ))}
        <option value={ownServer}>{text.ownServer}</option>
      </Select>
      {choice === ownServer && (
        <TextInput label={text.ownHost} isRequired className="font-mono" {...register('host')} error={errorOf('host')} help={text.ownHostHelp} />
      )}
      <TextInput label={text.fields.username} isRequired inputMode="email" {...register('username')} error={errorOf('username')} />
      {(preset === undefined || preset.hasOauth) && choice !== '' && (
        <Select
          label={text.fields.authentication}
          {...register('authentication')}
          help={preset?.hasOauth && !isOauth ? text.passwordsEnd : undefined}
          error={errorOf('authentication')}
        >
          <option value="password">{text.ways.password}</option>
          <option value="oauth2">{text.ways.oauth2}</option>
        </Select>
      )}
      {isOauth ? (
        <OauthFields form={form} />
      ) : (
        <SecretInput
          label={text.fields.password}
          isRequired
          help={preset?.passwordHint?.[language] ?? text.passwordHelp}
          {...register('password')}
          error={errorOf('password')}
        />
      )}
      <TextInput
        label={text.fields.port}
        isRequired
        help={String(port) === '465' ? text.tlsPort : text.startTlsPort}
        inputMode="numeric"
        {...register('port')}
        error={errorOf('port')}
      />
      <FieldGroup title={text.more}>
        <TextInput label={text.fields.senderName} help={text.senderNameHelp} {...register('senderName')} error={errorOf('senderName')} />
        <TextArea
          label={text.fields.caCertificate}
          help={text.caCertificateHelp}
          rows={4}
          className="font-mono text-sm"
          {...register('caCertificate')}
          error={errorOf('caCertificate')}
        />
      </FieldGroup>
    </div>
  )
}

function OauthFields({ form: { register, errorOf } }: { form: Form }) {
  const text = useText(mailServerMessages)
  return (
    <>
      <TextInput
        label={text.fields['oauth.tenant']}
        isRequired
        help={text.tenantHelp}
        className="font-mono"
        {...register('oauth.tenant')}
        error={errorOf('oauth.tenant')}
      />
      <TextInput label={text.fields['oauth.clientId']} isRequired className="font-mono" {...register('oauth.clientId')} error={errorOf('oauth.clientId')} />
      <SecretInput label={text.fields['oauth.clientSecret']} isRequired {...register('oauth.clientSecret')} error={errorOf('oauth.clientSecret')} />
      <SecretInput
        label={text.fields['oauth.refreshToken']}
        isRequired
        help={text.refreshTokenHelp}
        {...register('oauth.refreshToken')}
        error={errorOf('oauth.refreshToken')}
      />
      <TextInput
        label={text.fields['oauth.authority']}
        help={text.authorityHelp}
        className="font-mono"
        {...register('oauth.authority')}
        error={errorOf('oauth.authority')}
      />
    </>
  )
}
