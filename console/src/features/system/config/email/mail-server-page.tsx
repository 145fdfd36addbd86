import type * as z from 'zod/mini'
import { mailServer } from '@nameplane/contract/system/settings/mail-server'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { emailTabs } from './email-tabs.ts'
import { mailServerMessages } from './mail-server.messages.ts'

type Values = z.input<typeof mailServer.value>

const blank: Values = { host: '', username: '', password: '', port: 465 }

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
      {({ register, errorOf }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <TextInput label={text.fields.host} isRequired className="font-mono" {...register('host')} error={errorOf('host')} />
          <TextInput label={text.fields.username} isRequired inputMode="email" {...register('username')} error={errorOf('username')} />
          <SecretInput label={text.fields.password} isRequired help={text.passwordHelp} {...register('password')} error={errorOf('password')} />
          <TextInput label={text.fields.port} isRequired help={text.portHelp} inputMode="numeric" {...register('port')} error={errorOf('port')} />
        </div>
      )}
    </SettingPage>
  )
}
