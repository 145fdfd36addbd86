import type * as z from 'zod/mini'
import { backupPartNames } from '@nameplane/contract/system/backup-parts'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { backupMessages } from './backup.messages.ts'
import { backupTabs } from './backup-tabs.ts'
import { PartChoice } from './part-choice.tsx'

type Values = z.input<typeof backupSettings.value>

const blank: Values = { key: '', parts: [...backupPartNames], keep: 7, isScheduled: true }

/** Key, parts and number of the backups that the schedule makes. */
export function BackupSettingsPage() {
  const text = useText(backupMessages).settings
  return (
    <SettingPage<Values>
      setting={backupSettings}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={backupTabs} current="/system/config/backup/settings" />}
      blank={blank}
      labels={text.labels}
    >
      {({ register, errorOf, watch, setValue }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <SecretInput label={text.labels.key} help={text.keyHelp} {...register('key')} error={errorOf('key')} />
          <CheckBox label={text.labels.isScheduled} help={text.scheduledHelp} {...register('isScheduled')} />
          <TextInput label={text.labels.keep} help={text.keepHelp} inputMode="numeric" className="max-w-32" {...register('keep')} error={errorOf('keep')} />
          <PartChoice
            label={text.labels.parts}
            chosen={watch('parts') ?? []}
            onChange={(parts) => setValue('parts', parts, { shouldDirty: true, shouldValidate: true })}
          />
        </div>
      )}
    </SettingPage>
  )
}
