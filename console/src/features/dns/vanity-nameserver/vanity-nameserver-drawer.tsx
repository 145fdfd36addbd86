import type { VanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { NameserverAddressList } from '../../../entities/vanity-nameserver/nameserver-addresses.tsx'
import { useText } from '../../../i18n/messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { vanityNameserverMessages } from './vanity-nameserver.messages.ts'

/** The addresses of the names of a user. */
export function VanityNameserverDrawer({ row, onClose }: { row: VanityNameserver; onClose: () => void }) {
  const text = useText(vanityNameserverMessages).addresses
  const parts = useText(partsMessages)
  return (
    <Drawer title={text.title(row.username)} closeText={parts.close} onClose={onClose}>
      <div className="px-5 py-4">
        <NameserverAddressList of="user" id={row.id} />
      </div>
    </Drawer>
  )
}
