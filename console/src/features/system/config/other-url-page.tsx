import type * as z from 'zod/mini'
import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { refreshSite } from '../../../entities/site/site.ts'
import { useText } from '../../../i18n/messages.ts'
import { TextInput } from '../../../screen-parts/form/field.tsx'
import { SettingPage } from './setting-page.tsx'
import { siteMessages } from './site/site.messages.ts'

type Values = z.input<typeof otherUrl.value>

const blank: Values = { name: '', url: '' }

/** Where the operator's CDN client is. */
export function OtherUrlPage() {
  const text = useText(siteMessages).other
  return (
    <SettingPage<Values> setting={otherUrl} title={text.title} help={text.help} blank={blank} labels={text.fields} onSaved={() => void refreshSite()}>
      {({ register, errorOf }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <TextInput label={text.fields.url} inputMode="url" className="font-mono" {...register('url')} error={errorOf('url')} />
          <TextInput label={text.fields.name} help={text.nameHelp} {...register('name')} error={errorOf('name')} />
        </div>
      )}
    </SettingPage>
  )
}
