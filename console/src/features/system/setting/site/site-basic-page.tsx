import { Field } from '../../../../screen-parts/form/field.tsx'
import { PictureField } from './picture-field.tsx'
import { SiteSetting } from './site-setting.tsx'

/** Name, pictures, filings and default language. */
export function SiteBasicPage() {
  return (
    <SiteSetting path="/system/config/site/basic">
      {(form) => (
        <>
          <Field of={form} name="basic.webName" />
          <PictureField of={form} name="basic.favicon" ground="plain" />
          <PictureField of={form} name="basic.logoImgLight" ground="light" />
          <PictureField of={form} name="basic.logoImgDark" ground="dark" />
          <Field of={form} name="basic.icp" />
          <Field of={form} name="basic.isp" />
          <Field of={form} name="basic.lang" />
        </>
      )}
    </SiteSetting>
  )
}
