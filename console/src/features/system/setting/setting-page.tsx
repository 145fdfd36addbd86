import type { FieldValues } from 'react-hook-form'
import { setting } from '@nameplane/contract/system/setting'
import { settingScreen, type SettingPath } from '@nameplane/contract/system/setting-screens'
import { useCall } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { SettingTabs } from './setting-tabs.tsx'
import { SettingForm, type SettingParts } from './setting-form.tsx'

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
      <section className="rounded-lg border border-kumo-line bg-kumo-base">
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
    <div aria-hidden="true" className="flex max-w-[560px] flex-col gap-5 p-4 pad:p-5">
      {[24, 40, 32].map((width) => (
        <div key={width}>
          <div className="mb-2 h-3.5 rounded-sm bg-kumo-tint" style={{ width: `${width}%` }} />
          <div className="h-8 rounded-md bg-kumo-tint" />
        </div>
      ))}
    </div>
  )
}
