import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** How the site's operator is reached: the footer says it. */
export function SiteContactPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/contact">
      {({ register, errorOf }) => (
        <>
          <p className="text-sm text-kumo-subtle">{text.helps.contact}</p>
          {(['contact.company', 'contact.mobile', 'contact.email', 'contact.qq', 'contact.telegram', 'contact.skype'] as const).map((name) => (
            <TextInput key={name} label={text.fields[name]} {...register(name)} error={errorOf(name)} />
          ))}
        </>
      )}
    </SiteSetting>
  )
}
