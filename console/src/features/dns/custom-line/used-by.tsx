import type { CustomLine } from '@nameplane/contract/dns/custom-line'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { textLink } from '../../../ui/classes.ts'

/** How many records are on the line, and the way to them. */
export function UsedBy({ line: { domainId, code, recordCount } }: { line: CustomLine }) {
  const { params } = useScreenLocation()
  const format = useFormat()
  if (recordCount === 0) return <span className="text-kumo-subtle">0</span>
  const path = domainPath('record', { domain: params['domain'] ?? '', id: domainId, userId: Number(params['userId']) })
  return (
    <a href={`#${path}?line=${code}`} className={textLink}>
      {format.number(recordCount)}
    </a>
  )
}
