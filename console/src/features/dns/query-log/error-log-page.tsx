import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import type { Domain } from '@nameplane/contract/dns/domain'
import { queryLog } from '@nameplane/contract/dns/query-log'
import { useCall } from '../../../api/queries.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useText } from '../../../i18n/messages.ts'
import { Awaited } from '../../../screen-parts/awaited.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ErrorParts } from './error-parts.tsx'
import { LoggingNodes } from './logging-nodes.tsx'
import { queryLogMessages } from './query-log.messages.ts'

const everySeconds = 15

/** The error answers of a domain by what caused them, with the way to what mends them. */
export function ErrorLogPage() {
  return <OneDomain>{(one) => <ErrorLog domain={one} />}</OneDomain>
}

function ErrorLog({ domain }: { domain: Domain }) {
  const text = useText(queryLogMessages)
  const { reply, problem, isRefreshing, refresh } = useCall(queryLog.errors, { id: domain.id }, { everySeconds })
  return (
    <>
      <DomainHead
        domain={domain}
        page="log-error"
        beside={
          <div className="pad:ml-auto">
            <IconButton label={text.refresh} disabled={isRefreshing} onClick={() => void refresh()} icon={<ArrowClockwiseIcon size={16} />} />
          </div>
        }
      />
      <LoggingNodes source={text.sourceErrors} nodes={reply?.data.nodes ?? null} />
      <Awaited isThere={reply !== undefined} problem={problem} onRetry={() => void refresh()} />
      {reply && <ErrorParts domain={domain} errors={reply.data} />}
    </>
  )
}
