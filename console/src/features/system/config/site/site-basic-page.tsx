import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { PictureField } from './picture-field.tsx'
import { SiteSetting } from './site-setting.tsx'
import { siteMessages } from './site.messages.ts'

/** Name, pictures, filings and default language. */
export function SiteBasicPage() {
  const text = useText(siteMessages)
  return (
    <SiteSetting path="/system/config/site/basic">
      {({ register, errorOf, watch, setValue }) => {
        const picture = (name: 'basic.favicon' | 'basic.logoImgLight' | 'basic.logoImgDark') => ({
          label: text.fields[name],
          error: errorOf(name),
          path: watch(name) ?? '',
          onChange: (path: string) => setValue(name, path, { shouldDirty: true }),
        })
        return (
          <>
            <TextInput label={text.fields['basic.webName']} help={text.helps.webName} {...register('basic.webName')} error={errorOf('basic.webName')} />
            <PictureField {...picture('basic.favicon')} help={text.helps.favicon} ground="plain" />
            <PictureField {...picture('basic.logoImgLight')} help={text.helps.logoLight} ground="light" />
            <PictureField {...picture('basic.logoImgDark')} help={text.helps.logoDark} ground="dark" />
            <TextInput label={text.fields['basic.icp']} {...register('basic.icp')} error={errorOf('basic.icp')} />
            <TextInput label={text.fields['basic.isp']} {...register('basic.isp')} error={errorOf('basic.isp')} />
            <Select label={text.fields['basic.lang']} help={text.helps.lang} {...register('basic.lang')} error={errorOf('basic.lang')}>
              <option value="">{text.languages.any}</option>
              <option value="cn">{text.languages.cn}</option>
              <option value="en">{text.languages.en}</option>
            </Select>
          </>
        )
      }}
    </SiteSetting>
  )
}
