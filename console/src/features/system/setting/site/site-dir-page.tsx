import { useText } from '../../../../i18n/messages.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** The path below which users open their console. */
export function SiteDirPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/dir">
      {(form) => <Field of={form} name="userDir" help={text.userDirHelp(`${location.origin}/${String(form.raw.watch('userDir') || 'user')}/`)} />}
    </SiteSetting>
  )
}
