import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { logMessages } from './log.messages.ts'

/** A value as people write it: lists line by line, yes and no, moments in the reader's zone. */
export function LoggedValue({ json }: { json: string | null }) {
  const text = useText(logMessages)
  if (json === null || json === '""') return <span className="text-kumo-subtle">{text.detail.absent}</span>
  const value: unknown = JSON.parse(json)
  if (typeof value === 'boolean') return value ? text.detail.yes : text.detail.no
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatExactTime(value) : value
  if (Array.isArray(value))
    return value.length === 0 ? (
      <span className="text-kumo-subtle">{text.detail.absent}</span>
    ) : (
      <ul>
        {value.map((each, index) => (
          <li key={index}>{typeof each === 'string' ? each : JSON.stringify(each)}</li>
        ))}
      </ul>
    )
  return <span className={typeof value === 'number' ? 'tabular-nums' : 'font-mono text-xs'}>{JSON.stringify(value)}</span>
}
