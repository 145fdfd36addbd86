import type * as z from 'zod/mini'
import { useState } from 'react'
import { emailPresetOf, emailPresets } from '@nameplane/contract/system/email/email-presets'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup, Select } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { emailServerMessages } from './email-server.messages.ts'
import { settingSections } from '../setting-sections.ts'

type Values = z.input<typeof emailServer.value>

const ownServer = 'other'

/** A platform without a server yet begins with the port that is encrypted from the start. */
const withPort = (values: Values): Values => (values.port === '' ? { ...values, port: 465 } : values)

/** The server that sends the platform's letters. */
export const EmailServerPage = settingPage(
  emailServer,
  emailServerMessages,
  function EmailServerFields({ form, begun, text, language }) {
    const { watch, setValue, errorOf } = form.raw
    const [host, port, authentication] = watch(['host', 'port', 'authentication']) as [string, Values['port'], Values['authentication']]
    // What was wanted before the form began anew is not wanted any more.
    const [ownWanted, setOwnWanted] = useState<string | null>(null)
    const wantsOwn = ownWanted === begun
    const preset = wantsOwn ? undefined : emailPresetOf(host)
    const choice = preset?.key ?? (wantsOwn || host !== '' ? ownServer : '')
    const isOauth = authentication === 'oauth2'

    function choose(key: string) {
      const chosen = emailPresets.find((one) => one.key === key)
      setOwnWanted(key === ownServer ? begun : null)
      setValue('host', chosen?.host ?? '', { shouldDirty: true, shouldValidate: chosen !== undefined })
      if (chosen) setValue('port', chosen.port, { shouldDirty: true, shouldValidate: true })
      if (chosen && !chosen.hasOauth) setValue('authentication', 'password', { shouldDirty: true })
    }
    return (
      <div className={settingSections}>
        <Select
          label={form.words.label('host', language)}
          isRequired
          value={choice}
          onChange={(event) => choose(event.target.value)}
          error={choice === ownServer ? undefined : errorOf('host')}
          help={preset ? <span className="font-mono">{preset.host}</span> : undefined}
        >
          <option value="" disabled>
            {text.choose}
          </option>
          {emailPresets.map((one) => (
            <option key={one.key} value={one.key}>
              {one.name[language]}
            </option>
          ))}
          <option value={ownServer}>{text.ownServer}</option>
        </Select>
        {choice === ownServer && <Field of={form} name="host" label={text.ownHost} help={text.ownHostHelp} />}
        <Field of={form} name="username" />
        {(preset === undefined || preset.hasOauth) && choice !== '' && (
          <Field of={form} name="authentication" help={preset?.hasOauth && !isOauth ? text.passwordsEnd : undefined} />
        )}
        {isOauth ? (
          <>
            <Field of={form} name="oauth.tenant" />
            <Field of={form} name="oauth.clientId" />
            <Field of={form} name="oauth.clientSecret" />
            <Field of={form} name="oauth.refreshToken" />
            <Field of={form} name="oauth.authority" />
          </>
        ) : (
          <Field of={form} name="password" help={preset?.passwordHint?.[language] ?? text.passwordHelp} />
        )}
        <Field of={form} name="port" help={String(port) === '465' ? text.tlsPort : text.startTlsPort} />
        <FieldGroup title={text.more}>
          <Field of={form} name="senderName" />
          <Field of={form} name="caCertificate" rows={4} />
        </FieldGroup>
      </div>
    )
  },
  { read: withPort, testTarget: (text) => ({ label: text.testTarget, inputMode: 'email' }) },
)
