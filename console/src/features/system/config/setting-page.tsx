import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { config } from '@nameplane/contract/system/config'
import type { Setting } from '@nameplane/contract/system/setting'
import { useCall } from '../../../api/queries.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import type { RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { SettingForm } from './setting-form.tsx'
import type { TestTarget } from './setting-test.tsx'

/** A setting whose schema's input a form can hold. */
export type FormSetting<Values extends FieldValues> = Setting<z.core.$ZodType<unknown, Values>>

export type SettingPageProps<Values extends FieldValues> = {
  setting: FormSetting<Values>
  title: string
  help?: string
  /** Tabs of the group that the setting belongs to. */
  tabs?: ReactNode
  /** The form before anything was saved; members that are saved come over it. */
  blank: Values
  /** What members are called, by dotted path: for differences. */
  labels: Readonly<Record<string, string>>
  /** Makes what the form begins with of what is saved, where that is not the same. */
  read?: (values: Values) => Values
  /** Where a test goes; null where it needs no such thing. Only for settings that can be tested. */
  testTarget?: TestTarget | null
  onSaved?: () => void
  /** The fields. `begun` changes when the form begins anew: a key for parts that keep a state of their own. */
  children: (form: RuledForm<Values>, begun: string) => ReactNode
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
export function LoadedSetting<Values extends FieldValues>(props: Omit<SettingPageProps<Values>, 'title' | 'help' | 'tabs'>) {
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
