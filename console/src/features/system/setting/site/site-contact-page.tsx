import { useText } from '../../../../i18n/messages.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** How the site's operator is reached: the footer says it. */
export function SiteContactPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/contact">
      {(form) => (
        <>
          <p className="col-span-full text-sm text-kumo-subtle">{text.contactHelp}</p>
          <Field of={form} name="contact.company" />
          <Field of={form} name="contact.mobile" />
          <Field of={form} name="contact.email" />
          <Field of={form} name="contact.qq" />
          <Field of={form} name="contact.telegram" />
          <Field of={form} name="contact.skype" />
        </>
      )}
    </SiteSetting>
  )
}
