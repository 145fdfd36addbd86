import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useLanguage, type Language } from '../../../i18n/language.ts'
import { textsIn, type Messages, type Translated } from '../../../i18n/messages.ts'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { fieldWords, type FieldTexts } from '../../../screen-parts/form/field-words.ts'
import type { SettingParts } from './setting-form.tsx'
import { SettingPage } from './setting-page.tsx'

/** What the fields of a setting are given; `text` and `language` spare each of them asking for its own. */
type SettingFields<Values extends FieldValues, Texts> = { form: BoundForm<Values>; text: Translated<Texts>; language: Language }

/** A setting on a page of its own, said once: the setting, its texts and its fields. */
export function settingScreen<Values extends FieldValues, Texts>(
  setting: SettingParts<Values>['setting'],
  messages: Messages<Texts> & Messages<FieldTexts & { readonly help: string }>,
  Fields: ComponentType<SettingFields<Values, Texts>>,
  more: Pick<SettingParts<Values>, 'read' | 'onSaved'> & { testTarget?: (text: Translated<Texts>) => SettingParts<Values>['testTarget'] } = {},
) {
  const words = fieldWords({}, messages)
  const { testTarget, ...rest } = more
  return function SettingScreen() {
    const language = useLanguage()
    const text = textsIn<Texts>(messages, language)
    return (
      <SettingPage<Values>
        setting={setting}
        words={words}
        help={textsIn<{ readonly help: string }>(messages, language).help}
        testTarget={testTarget?.(text)}
        {...rest}
      >
        {(form) => <Fields form={form} text={text} language={language} />}
      </SettingPage>
    )
  }
}
