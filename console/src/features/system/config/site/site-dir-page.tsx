import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** The path below which users open their console. */
export function SiteDirPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/dir">
      {({ register, errorOf, watch }) => (
        <TextInput
          label={text.fields.userDir}
          help={text.helps.userDir(`${location.origin}/${watch('userDir') || 'user'}/`)}
          className="font-mono"
          {...register('userDir')}
          error={errorOf('userDir')}
        />
      )}
    </SiteSetting>
  )
}
