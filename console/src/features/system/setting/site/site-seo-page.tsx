import { Field } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'

/** What the site's pages say of themselves. */
export function SiteSeoPage() {
  return (
    <SiteSetting path="/system/config/site/seo">
      {(form) => (
        <>
          <Field of={form} name="seo.title" />
          <Field of={form} name="seo.keywords" />
          <Field of={form} name="seo.description" rows={4} />
        </>
      )}
    </SiteSetting>
  )
}
