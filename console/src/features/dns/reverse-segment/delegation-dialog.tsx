import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall } from '../../../api/queries.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { textLink } from '../../../ui/classes.ts'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'

/** Zones that are listed; a segment has 128 at most. */
const listedZones = 8

/** What whoever holds the zone above has to enter, and the zones themselves. */
export function DelegationDialog({ segment, onClose }: { segment: ReverseSegment; onClose: () => void }) {
  const text = useText(reverseSegmentMessages)
  const language = useLanguage()
  const { reply, problem } = useCall(reverseSegment.detail, { id: segment.id })
  const { zones, lines } = reply?.data ?? { zones: [], lines: [] }
  const isClassless = lines.some((line) => line.startsWith('$GENERATE'))
  return (
    <Dialog title={text.zonesTitle(segment.cidr)} width="wide" onClose={onClose}>
      <div className="flex flex-col gap-3">
        {problem && <p className="text-sm text-kumo-danger">{callProblemText(problem, language)}</p>}
        {reply && (
          <>
            <p className="text-base">{text.zonesHelp}</p>
            {isClassless && <p className="text-sm text-kumo-subtle">{text.classlessHelp}</p>}
            <div className="flex items-start gap-2">
              <pre
                tabIndex={0}
                aria-label={text.lines}
                className="max-h-60 min-w-0 flex-1 overflow-auto rounded-md border border-kumo-line p-3 font-mono text-sm max-pad:break-all max-pad:whitespace-pre-wrap"
              >
                {lines.length === 0 ? text.noGroup : lines.join('\n')}
              </pre>
              {lines.length > 0 && <CopyButton text={lines.join('\n')} label={text.lines} />}
            </div>
            <h3 className="font-medium">{text.zones(zones.length)}</h3>
            <ul className="flex flex-col gap-1 font-mono text-sm">
              {zones.slice(0, listedZones).map(({ domainId, domain, userId }) => (
                <li key={domain} className="wrap-anywhere">
                  {domainId === null ? (
                    domain
                  ) : (
                    <a href={`#${recordsPath({ domain, id: domainId, userId })}`} className={textLink}>
                      {domain}
                    </a>
                  )}
                </li>
              ))}
            </ul>
            {zones.length > listedZones && <p className="text-sm text-kumo-subtle">{text.moreZones(zones.length - listedZones)}</p>}
          </>
        )}
      </div>
    </Dialog>
  )
}
