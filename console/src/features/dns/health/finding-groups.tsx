import InfoIcon from 'icon:info'
import WarningIcon from 'icon:warning'
import XCircleIcon from 'icon:x-circle'
import { healthSeverities } from '@nameplane/contract/dns/zone-health-finding'
import type { HealthFindingShown } from '@nameplane/contract/dns/health'
import { textOfProblem } from '../../../api/problem-text.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { surface } from '../../../screen-parts/surface.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { healthMessages } from './health.messages.ts'

const icons = { error: XCircleIcon, warning: WarningIcon, note: InfoIcon }
const tones = { error: 'text-kumo-danger', warning: 'text-np-warning', note: 'text-kumo-subtle' }

type Doing = {
  placeOf: (finding: HealthFindingShown) => string
  /** Why findings cannot be ignored, and why nothing can be fixed; null where it can. */
  refusal: string | null
  fixRefusal: string | null
  onFix: (finding: HealthFindingShown) => void
  onIgnore: (finding: HealthFindingShown) => void
  onHeed: (finding: HealthFindingShown) => void
}

/** Findings by how bad they are, and those that are ignored below. */
export function FindingGroups({ findings, total, ...doing }: { findings: readonly HealthFindingShown[]; total: number } & Doing) {
  const text = useText(healthMessages)
  const format = useFormat()
  const heeded = findings.filter(({ ignored }) => ignored === null)
  const groups = healthSeverities.map((severity) => ({ name: severity, list: heeded.filter((finding) => finding.severity === severity) }))
  const all = [...groups, { name: 'ignored' as const, list: findings.filter(({ ignored }) => ignored !== null) }]
  return (
    <>
      {all
        .filter(({ list }) => list.length > 0)
        .map(({ name, list }) => (
          <section key={name} aria-label={text.groups[name](format.number(list.length))} data-findings={name} className={`overflow-hidden ${surface}`}>
            <h2 className="border-b border-kumo-hairline px-4 py-2 text-base font-medium">{text.groups[name](format.number(list.length))}</h2>
            <ul className="divide-y divide-kumo-hairline">
              {list.map((finding) => (
                <Finding key={[finding.code, finding.host, finding.type, finding.line].join(' ')} finding={finding} {...doing} />
              ))}
            </ul>
          </section>
        ))}
      {total > findings.length && <p className="text-sm text-kumo-subtle">{text.leftOut(findings.length, total)}</p>}
    </>
  )
}

function Finding({ finding, placeOf, refusal, fixRefusal, onFix, onIgnore, onHeed }: { finding: HealthFindingShown } & Doing) {
  const text = useText(healthMessages)
  const language = useLanguage()
  const Icon = icons[finding.severity]
  const place = placeOf(finding)
  const { ignored } = finding
  return (
    <li className="flex flex-col gap-2 px-4 py-2.5 pad:flex-row pad:items-start pad:gap-4">
      <div className="flex min-w-0 flex-1 gap-2">
        <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${tones[finding.severity]}`} />
        <div className="min-w-0 text-sm">
          <p className={finding.host === '' ? 'font-medium' : 'font-mono text-xs/5 font-medium wrap-anywhere'}>{place}</p>
          <p className="text-pretty wrap-anywhere">{textOfProblem(finding.code, language, finding.params)}</p>
          {ignored && (
            <p className="text-pretty wrap-anywhere text-kumo-subtle">
              {ignored.reason} · {text.by(ignored.by, formatExactTime(ignored.time).slice(0, 16))}
            </p>
          )}
        </div>
      </div>
      <div className="flex shrink-0 gap-2 max-pad:pl-6">
        {ignored ? (
          <QuietButton refusal={refusal} aria-label={`${text.heed} ${place}`} onClick={() => onHeed(finding)}>
            {text.heed}
          </QuietButton>
        ) : (
          <>
            {finding.fixes && (
              <QuietButton refusal={fixRefusal} aria-label={`${text.fix} ${place}`} onClick={() => onFix(finding)}>
                {text.fix}
              </QuietButton>
            )}
            <QuietButton refusal={refusal} aria-label={`${text.ignore} ${place}`} onClick={() => onIgnore(finding)}>
              {text.ignore}
            </QuietButton>
          </>
        )}
      </div>
    </li>
  )
}
