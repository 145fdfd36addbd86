import { isPlaceholder } from '@nameplane/contract/dns/placeholder-nameservers'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ScreenLink } from '../../routing/screen-link.tsx'
import { CopyButton } from '../../screen-parts/copy/copy-button.tsx'
import { textLink } from '../../ui/classes.ts'
import { nameServersMessages } from './name-servers.messages.ts'

const groupPath = (id: number): string => `/dns/serve/group?open=edit&row=${id}`

/** Service groups; none while they are loading, or when the caller may not view them. */
function useGroups() {
  return useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 }).reply?.data.list ?? []
}

/** What has to be entered at the registrar, each name to copy. */
export function NameServers({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {names.map((name) => (
        <li key={name} className="flex items-center gap-1">
          <code className="wrap-anywhere">{name}</code>
          <CopyButton text={name} label={name} />
        </li>
      ))}
    </ul>
  )
}

/** What is said of the names that nobody has set yet; null where all are set. */
function useExplained(names: readonly string[]): string | null {
  const text = useText(nameServersMessages)
  const format = useFormat()
  const placeholders = names.filter(isPlaceholder)
  return placeholders.length === 0 ? null : text.explained(format.listOf(placeholders))
}

/** Marks name servers that nobody has set yet; with their group it leads to where they are set. */
export function PlaceholderMark({ names, groupId }: { names: readonly string[]; groupId?: number }) {
  const text = useText(nameServersMessages)
  const maySet = useMay('service_group.write')
  const explained = useExplained(names)
  if (explained === null) return null
  return (
    <span className="inline-flex items-center gap-2 font-sans whitespace-nowrap">
      <span title={explained} className="rounded-sm border border-kumo-warning/40 bg-kumo-warning-tint px-1 text-xs font-normal">
        {text.placeholder}
      </span>
      {groupId !== undefined && maySet && (
        <ScreenLink to={groupPath(groupId)} className={textLink}>
          {text.set}
        </ScreenLink>
      )}
    </span>
  )
}

/** Says of name servers that nobody has set yet what to do about them, and leads there. */
export function PlaceholderNote({ names, groupId }: { names: readonly string[]; groupId: number }) {
  const text = useText(nameServersMessages)
  const maySet = useMay('service_group.write')
  const explained = useExplained(names)
  if (explained === null) return null
  return (
    <p role="note" className="rounded-md border border-kumo-warning/40 bg-kumo-warning-tint px-3 py-2 text-sm">
      {explained}
      {maySet && (
        <>
          {' '}
          <ScreenLink to={groupPath(groupId)} className={textLink}>
            {text.set}
          </ScreenLink>
        </>
      )}
    </p>
  )
}

/** The same of the default service group. */
export function DefaultPlaceholderNote() {
  const group = useGroups().find(({ isDefault }) => isDefault)
  return group ? <PlaceholderNote names={group.nameservers} groupId={group.id} /> : null
}
