import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { config } from '@nameplane/contract/system/config'
import { useCall } from '../../../api/queries.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { SettingForm, type SettingParts } from './setting-form.tsx'

type SettingPageProps<Values extends FieldValues> = SettingParts<Values> & {
  title: string
  help?: string
  /** Tabs of the group that the setting belongs to. */
  tabs?: ReactNode
}

/** A setting on a page of its own: loaded, filled in, tried, saved, its history at hand. */
export function SettingPage<Values extends FieldValues>({ title, help, tabs, ...rest }: SettingPageProps<Values>) {
  return (
    <>
      <PageHead title={title} help={help} />
      <section className="rounded-lg border border-kumo-line bg-kumo-base">
        {tabs}
        <LoadedSetting {...rest} />
      </section>
    </>
  )
}

/** The same without head and surface, for pages that show a setting beside something else. */
export function LoadedSetting<Values extends FieldValues>(props: SettingParts<Values>) {
  const { reply, problem, refresh } = useCall(config.ofKey, { key: props.setting.key })
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
