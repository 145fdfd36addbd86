import { useText } from '../../../../i18n/messages.ts'
import { TextArea, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** What the site's pages say of themselves. */
export function SiteSeoPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/seo">
      {({ register, errorOf }) => (
        <>
          <TextInput label={text.fields['seo.title']} help={text.helps.title} {...register('seo.title')} error={errorOf('seo.title')} />
          <TextInput label={text.fields['seo.keywords']} help={text.helps.keywords} {...register('seo.keywords')} error={errorOf('seo.keywords')} />
          <TextArea label={text.fields['seo.description']} rows={4} {...register('seo.description')} error={errorOf('seo.description')} />
        </>
      )}
    </SiteSetting>
  )
}
