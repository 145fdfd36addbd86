import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { setting } from '@nameplane/contract/system/setting'
import { settingScreen, type SettingPath } from '@nameplane/contract/system/setting-screens'
import { useCall } from '../../../api/queries.ts'
import { useLanguage, type Language } from '../../../i18n/language.ts'
import { textsIn, type Messages, type Translated } from '../../../i18n/messages.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { fieldWords, type FieldTexts } from '../../../screen-parts/form/field-words.ts'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { SettingTabs } from './setting-tabs.tsx'
import { SettingForm, type SettingParts } from './setting-form.tsx'
import { settingSections } from './setting-sections.ts'

type SettingPageProps<Values extends FieldValues> = SettingParts<Values> & {
  help?: string
  /** The screen, where the setting is not edited on its own one alone. */
  path?: SettingPath
}

/** A setting on a page of its own: loaded, filled in, tried, saved, its history at hand. Title and tabs are its screen's. */
export function SettingPage<Values extends FieldValues>({ help, path, ...rest }: SettingPageProps<Values>) {
  const language = useLanguage()
  const shown = path ?? rest.setting.screen
  return (
    <>
      <PageHead title={shown === null ? rest.setting.remark[language] : settingScreen(shown).title[language]} help={help} />
      <section className={surface}>
        {shown !== null && <SettingTabs current={shown} />}
        <LoadedSetting {...rest} />
      </section>
    </>
  )
}

/** The same without head and surface, for pages that show a setting beside something else. */
export function LoadedSetting<Values extends FieldValues>(props: SettingParts<Values>) {
  const { reply, problem, refresh } = useCall(setting.ofKey, { key: props.setting.key })
  if (problem?.isShown && !reply) return <Failure problem={problem} onRetry={() => void refresh()} />
  if (!reply) return <Skeleton />
  return <SettingForm key={reply.config.id} record={reply.config} onStale={refresh} {...props} />
}

function Skeleton() {
  return (
    <div aria-hidden="true" className={`${settingSections} p-4 pad:p-5`}>
      {['w-1/4', 'w-2/5', 'w-1/3'].map((width) => (
        <div key={width}>
          <div className={`mb-2 h-3.5 rounded-sm bg-kumo-tint ${width}`} />
          <div className="h-8 rounded-md bg-kumo-tint" />
        </div>
      ))}
    </div>
  )
}

/** What the fields of a setting are given; `begun` changes when the form begins anew, `text` and `language` spare each of them asking for its own. */
type SettingFields<Values extends FieldValues, Texts> = { form: BoundForm<Values>; begun: string; text: Translated<Texts>; language: Language }

/** A setting on a page of its own, said once: the setting, its texts and its fields. */
export function settingPage<Values extends FieldValues, Texts>(
  setting: SettingParts<Values>['setting'],
  messages: Messages<Texts> & Messages<FieldTexts & { readonly help: string }>,
  Fields: ComponentType<SettingFields<Values, Texts>>,
  more: Pick<SettingParts<Values>, 'read' | 'onSaved'> & { testTarget?: (text: Translated<Texts>) => SettingParts<Values>['testTarget'] } = {},
) {
  const words = fieldWords(setting.names, messages)
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
        {(form, begun) => <Fields form={form} begun={begun} text={text} language={language} />}
      </SettingPage>
    )
  }
}
