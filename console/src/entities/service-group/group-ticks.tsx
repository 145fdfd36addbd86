import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../api/queries.ts'
import { useText } from '../../i18n/messages.ts'
import { Failure } from '../../screen-parts/failure.tsx'
import { CheckBox } from '../../screen-parts/form/check-box.tsx'
import { withTick } from '../../screen-parts/form/ticked.ts'
import { serviceGroupMessages } from './service-group.messages.ts'

type GroupTicksProps = { label: string; error?: string | undefined; value: readonly number[]; onChange: (ids: readonly number[]) => void }

/** Ticks service groups: the control of a field `serviceGroupIds`. */
export function GroupTicks({ label, error, value, onChange }: GroupTicksProps) {
  const text = useText(serviceGroupMessages)
  const { reply, problem, refresh } = useCall(serviceGroup.list, { limit: 200, sidx: 'name', order: 'asc' })
  if (problem) return <Failure problem={problem} onRetry={() => void refresh()} />
  const groups = reply?.data.list ?? []
  return (
    <fieldset className="rounded-md border border-kumo-line px-3 py-2">
      <legend className="sr-only">{label}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto pad:grid-cols-2">
        {groups.map((group) => (
          <CheckBox
            key={group.id}
            name="serviceGroupIds"
            label={group.name}
            checked={value.includes(group.id)}
            onChange={(event) => onChange(withTick(value, group.id, event.target.checked))}
          />
        ))}
      </div>
      {reply && groups.length === 0 && <p className="text-sm text-kumo-subtle">{text.groupsMissing}</p>}
      {error && (
        <p role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
