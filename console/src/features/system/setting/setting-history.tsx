import { useState } from 'react'
import type { SettingGroup } from '@nameplane/contract/system/setting-groups'
import { setting, type SettingRecord, type SettingVersion } from '@nameplane/contract/system/setting'
import { useCall, useChange } from '../../../api/queries.ts'
import { actorWithin } from '../../../i18n/actor-name.ts'
import { formatExactTime, listOf } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import type { FieldWords } from '../../../screen-parts/form/field-words.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { settingMessages } from './setting.messages.ts'
import { changedMembers, filledIn, type Members } from './setting-members.ts'
import { useSettingRefusal } from './use-setting-refusal.ts'

type SettingHistoryProps = {
  /** What the setting is called. */
  name: string
  /** Whose right brings a state back. */
  group: SettingGroup
  record: SettingRecord
  /** What members hold that were never saved. */
  blank: Members
  words: FieldWords
  onRestored: (record: SettingRecord) => void
  onClose: () => void
}

const invalidates = [setting.ofKey, setting.list, setting.history]

/** The states a setting had, each with what differs from now, and the way back to it. */
export function SettingHistory({ name, group, record, blank, words, onRestored, onClose }: SettingHistoryProps) {
  const text = useText(settingMessages)
  const parts = useText(partsMessages)
  const [asked, setAsked] = useState<SettingVersion | null>(null)
  const { reply, problem, refresh } = useCall(setting.history, { id: record.id, limit: 50 })
  const restored = useChange(setting.restore, { invalidates, success: 'done' })
  async function restore(version: SettingVersion) {
    const outcome = await restored.run({ id: record.id, versionId: version.id, rowVersion: record.rowVersion })
    if (outcome.isDone)
      onRestored({ ...record, paramValue: version.paramValue, status: version.status, remark: version.remark, rowVersion: outcome.reply.data.rowVersion })
    setAsked(null)
  }
  return (
    <Drawer title={text.history} note={name} closeText={parts.close} onClose={onClose}>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      {reply && reply.data.list.length === 0 && <p className="p-5 text-sm text-kumo-subtle">{text.noVersions}</p>}
      {reply && (
        <ol className="divide-y divide-kumo-line">
          {reply.data.list.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              group={group}
              record={record}
              blank={blank}
              words={words}
              isCurrent={version.rowVersion === record.rowVersion}
              onRestore={() => setAsked(version)}
            />
          ))}
        </ol>
      )}
      {asked && (
        <ConfirmDialog
          text={text.restoreQuestion(String(asked.rowVersion))}
          confirmLabel={text.restore}
          onConfirm={() => restore(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </Drawer>
  )
}

type VersionRowProps = Pick<SettingHistoryProps, 'group' | 'record' | 'blank' | 'words'> & {
  version: SettingVersion
  isCurrent: boolean
  onRestore: () => void
}

function VersionRow({ version, group, record, blank, words, isCurrent, onRestore }: VersionRowProps) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const format = useFormat()
  const refusal = useSettingRefusal(group)
  const membersOf = ({ paramValue }: { paramValue: string }) => filledIn(blank, JSON.parse(paramValue) as Members)
  const changed = [
    ...changedMembers(membersOf(version), membersOf(record)).map((one) => ({ ...one, label: words.label(one.path, language) })),
    ...(version.status === record.status
      ? []
      : [{ path: '', label: text.status, before: version.status === 1 ? text.on : text.off, now: record.status === 1 ? text.on : text.off }]),
  ]
  return (
    <li className="px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{text.version(format.number(version.rowVersion))}</span>
        <span className="text-kumo-subtle" title={formatExactTime(version.saveTime)}>
          {version.savedBy === '' ? text.firstVersion : text.changed(actorWithin(version.savedBy, language), format.relativeTime(version.saveTime))}
        </span>
        <span className="ml-auto">
          {isCurrent ? (
            <span className="text-kumo-subtle">{text.current}</span>
          ) : (
            <QuietButton refusal={refusal} onClick={onRestore}>
              {text.restore}
            </QuietButton>
          )}
        </span>
      </div>
      {version.sensitiveChanged.length > 0 && (
        <p className="mt-1 text-kumo-subtle">
          {text.sensitiveChanged(
            listOf(
              version.sensitiveChanged.map((path) => words.label(path, language)),
              language,
            ),
          )}
        </p>
      )}
      {!isCurrent &&
        (changed.length === 0 ? (
          <p className="mt-1 text-kumo-subtle">{text.noDifference}</p>
        ) : (
          <table className="mt-2 w-full table-fixed text-left">
            <thead className="text-kumo-subtle">
              <tr>
                {[text.field, text.atTheTime, text.now].map((head) => (
                  <th key={head} scope="col" className="py-0.5 pr-3 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changed.map((one) => (
                <tr key={one.label} className="align-top">
                  <th scope="row" className="py-0.5 pr-3 font-normal break-words">
                    {one.label}
                  </th>
                  <td className="py-0.5 pr-3 font-mono break-words">{one.before === '' ? text.empty : one.before}</td>
                  <td className="py-0.5 font-mono break-words">{one.now === '' ? text.empty : one.now}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
    </li>
  )
}
