import type { SessionRow } from '@nameplane/contract/account/session'
import { limits } from '@nameplane/contract/limits'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { agentName } from './agent-name.ts'
import { securityMessages } from './security.messages.ts'

/** More than anybody has; what lies beyond is counted. */
export const sessionsShown = { limit: limits.maxPageSize } as const

type SessionsProps = { rows: readonly SessionRow[]; totalCount: number; refusal: string | null; onEnd: (row: SessionRow, agent: string) => void }

/** Signed-in browsers, the one used last first; the caller’s own cannot be ended here. */
export function SessionList({ rows, totalCount, refusal, onEnd }: SessionsProps) {
  const text = useText(securityMessages)
  const language = useLanguage()
  const format = useFormat()
  if (rows.length === 0) return <p className="border-t border-kumo-hairline px-4 py-6 text-center text-sm text-kumo-subtle">{text.noSessions}</p>
  return (
    <>
      <ul className="border-t border-kumo-hairline">
        {rows.map((row) => {
          const agent = agentName(row.agent) ?? text.unknownAgent
          return (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
              <div className="min-w-0 flex-1 basis-56 max-pad:basis-full">
                <p className="flex flex-wrap items-center gap-x-3" title={row.agent}>
                  <span className="font-medium">{agent}</span>
                  {row.isCurrent && <Badge tone="good" text={text.thisOne} />}
                  {row.isLocked && <Badge tone="neutral" text={text.locked} />}
                </p>
                <p className="text-sm text-kumo-subtle">
                  {(language === 'zh' ? row.countryZh : row.countryEn) ?? text.unknownPlace} · <span className="font-mono text-xs">{row.address}</span>
                </p>
              </div>
              <p className="text-sm text-kumo-subtle min-w-0 max-pad:flex-1 pad:w-52">
                {text.lastUsed(format.relativeTime(row.lastUseTime))}
                <br />
                <span className="text-xs tabular-nums">{text.signedIn(formatExactTime(row.createTime))}</span>
              </p>
              {row.isCurrent ? (
                <span className="w-20" />
              ) : (
                <QuietButton
                  className="w-20"
                  refusal={refusal}
                  aria-label={text.endHere(agent, row.address, formatExactTime(row.createTime))}
                  onClick={() => onEnd(row, agent)}
                >
                  {text.end}
                </QuietButton>
              )}
            </li>
          )
        })}
      </ul>
      {totalCount > rows.length && <p className="px-4 pb-3 text-sm text-kumo-subtle">{text.more(totalCount - rows.length)}</p>}
    </>
  )
}
