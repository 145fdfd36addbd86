import { domain } from '@nameplane/contract/dns/domain'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { useCall } from '../../../api/queries.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { NameServers, PlaceholderNote } from '../../../entities/service-group/name-servers.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { domainMessages } from './domain.messages.ts'

/** What comes next for a domain that was just added: its records, or the zone file it had elsewhere. */
export function DomainAdded({ id, onClose }: { id: number; onClose: () => void }) {
  const text = useText(domainMessages)
  const format = useFormat()
  const go = useGo()
  const { reply } = useCall(domain.detail, { id })
  if (!reply) return null
  const added = reply.data
  const names = added.nsExpected
  return (
    <Dialog
      title={text.added.title(added.unicodeName)}
      onClose={onClose}
      footer={
        <>
          <QuietButton onClick={onClose}>{text.added.stay}</QuietButton>
          <QuietButton onClick={() => go(`${recordsPath(added)}?open=import`)}>{text.added.import}</QuietButton>
          <PrimaryButton data-first-focus="" onClick={() => go(recordsPath(added))}>
            {text.added.open}
          </PrimaryButton>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-base">{text.added.text(format.listOf(names))}</p>
        <NameServers names={names} />
        <PlaceholderNote names={names} groupId={added.serviceGroupId} />
      </div>
    </Dialog>
  )
}
