import { backupParts } from '@nameplane/contract/system/backup-parts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { backupMessages } from './backup.messages.ts'
import type { Report } from './restore-report.ts'

/** What a restore changes or has changed: rows by table, and what else happens. */
export function RestoreDifference({ report }: { report: Report }) {
  const text = useText(backupMessages).wizard
  const language = useLanguage()
  const format = useFormat()
  const differing = report.differences.filter(({ added, changed, removed }) => added + changed + removed > 0)
  const sum = (member: 'added' | 'changed' | 'removed'): number => differing.reduce((total, one) => total + one[member], 0)
  const notes = [
    text.trails[report.trail],
    report.resealed > 0 && text.resealed(report.resealed),
    report.unopenedSecrets > 0 && text.unopened(report.unopenedSecrets),
    report.lostRecoveryCodes > 0 && text.lostCodes(report.lostRecoveryCodes),
    report.keptRetention && text.retention,
    report.endsSessions && text.endsSessions,
    !report.isDone && report.trail !== 'taken' && text.before,
    report.before !== null && text.keptBefore(report.before),
  ].filter((note) => note !== false)
  return (
    <>
      <p className="text-sm">
        {report.isDone && <strong className="mr-2 font-medium">{text.done}</strong>}
        {text.facts(formatExactTime(report.facts.createTime), report.facts.productVersion)} ·{' '}
        {report.facts.isOwn ? text.own : report.facts.maker.name === null ? text.foreign : text.accepted(report.facts.maker.name)}
      </p>
      <p className="text-sm text-kumo-subtle">
        {text.key} <span className="font-mono text-xs wrap-anywhere">{report.facts.maker.fingerprint}</span>
      </p>
      {differing.length === 0 ? (
        <p className="rounded-md bg-kumo-tint px-3 py-2 text-sm">{text.same}</p>
      ) : (
        <div className="overflow-x-auto rounded-md border border-kumo-line">
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="bg-kumo-tint text-left text-kumo-subtle">
                <th className="px-3 py-1.5 font-medium">{text.table}</th>
                {[text.added, text.changed, text.removed].map((title) => (
                  <th key={title} className="px-3 py-1.5 text-right font-medium whitespace-nowrap pad:w-24">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differing.map((one) => (
                <tr key={one.table} className="border-t border-kumo-line">
                  <td className="px-3 py-1.5">
                    <span className="font-mono text-xs">{one.table}</span>
                    <span className="text-kumo-subtle max-pad:block max-pad:text-xs pad:ml-2">{backupParts[one.part][language]}</span>
                  </td>
                  {(['added', 'changed', 'removed'] as const).map((member) => (
                    <td key={member} className={`px-3 py-1.5 text-right ${member === 'removed' && one.removed > 0 ? 'font-medium text-kumo-danger' : ''}`}>
                      {one[member] === 0 ? '' : format.number(one[member])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="border-t border-kumo-line px-3 py-1.5 text-sm text-kumo-subtle">{text.total(sum('added'), sum('changed'), sum('removed'))}</p>
        </div>
      )}
      <ul className="list-disc space-y-1 pl-5 text-sm text-kumo-subtle">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}
