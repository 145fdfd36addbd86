import type { Domain as AnyDomain } from '@nameplane/contract/dns/domain'
import type { LoggedErrors, queryLog } from '@nameplane/contract/dns/query-log'
import type { Reply } from '@nameplane/contract/endpoint'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { queryLogMessages } from './query-log.messages.ts'

type Domain = Pick<AnyDomain, 'id' | 'domain' | 'userId'>
type Errors = Reply<typeof queryLog.errors>['data']

const cell = 'h-8 px-3 py-1.5 align-top first:pl-4 last:pr-4'
const headCell = `${cell} text-left font-normal text-kumo-subtle pad:whitespace-nowrap`
/** On a phone a cause is a card: its cells stand below each other. */
const stacked = `${cell} max-pad:block max-pad:h-auto max-pad:max-w-none max-pad:px-4 max-pad:py-0.5`
const named = 'mr-2 text-kumo-subtle pad:hidden'
const link = 'text-np-accent hover:underline'

/** Error answers by their cause, targets that cannot be resolved, and answers by their code. */
export function ErrorParts({ domain, errors }: { domain: Domain; errors: Errors }) {
  return (
    <div className="grid gap-4">
      <Groups domain={domain} errors={errors} />
      {errors.aliases.length > 0 && <Aliases domain={domain} aliases={errors.aliases} />}
      <Codes errors={errors} />
    </div>
  )
}

function Groups({ domain, errors: { groups, isCut } }: { domain: Domain; errors: Errors }) {
  const text = useText(queryLogMessages)
  const format = useFormat()
  return (
    <section aria-label={text.errors} className={`overflow-hidden ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 className="text-base font-medium">{text.errors}</h2>
        {isCut && <p className="text-sm text-kumo-subtle">{text.cutErrors}</p>}
      </header>
      {groups.length === 0 ? (
        <Empty title={text.noErrors} help={text.noErrorsHelp} />
      ) : (
        <ScrollRegion label={text.errors} role="group" className="overflow-x-auto">
          <table className="w-full text-sm max-pad:block pad:min-w-[860px]">
            <thead className="max-pad:hidden">
              <tr className="border-b border-kumo-hairline">
                {[text.cause, text.count, text.first, text.last, text.examples, text.sample].map((title) => (
                  <th key={title} scope="col" className={headCell}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-pad:block">
              {groups.map((group) => (
                <tr
                  key={`${group.cause} ${group.rcode}`}
                  data-cause={group.cause}
                  className="border-b border-kumo-hairline last:border-0 max-pad:block max-pad:py-2"
                >
                  <td className={`${stacked} max-w-72`}>
                    <p className="font-medium">{text.causes[group.cause].title}</p>
                    <p className="font-mono text-xs">{group.rcode}</p>
                    <p className="text-kumo-subtle">{text.causes[group.cause].help}</p>
                    <Fix domain={domain} cause={group.cause} />
                  </td>
                  <td className={`${stacked} tabular-nums`}>
                    <span className={named}>{text.count}</span>
                    {format.number(group.count)}
                  </td>
                  <td className={`${stacked} whitespace-nowrap tabular-nums`}>
                    <span className={named}>{text.first}</span>
                    {formatExactTime(group.first)}
                  </td>
                  <td className={`${stacked} whitespace-nowrap tabular-nums`}>
                    <span className={named}>{text.last}</span>
                    {formatExactTime(group.last)}
                  </td>
                  <td className={stacked}>
                    <Names domain={domain} group={group} />
                  </td>
                  <td className={stacked}>
                    <Sample domain={domain} group={group} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

function Fix({ domain, cause }: { domain: Domain; cause: LoggedErrors['cause'] }) {
  const { fixes } = useText(queryLogMessages)
  if (cause === 'transfer_refused')
    return (
      <ScreenLink to="/dns/serve/secondary" className={link}>
        {fixes.secondaries}
      </ScreenLink>
    )
  if (cause === 'not_served')
    return (
      <ScreenLink to={domainPath('setting', domain)} className={link}>
        {fixes.setting}
      </ScreenLink>
    )
  return null
}

function Names({ domain, group: { cause, names, moreNames } }: { domain: Domain; group: LoggedErrors }) {
  const text = useText(queryLogMessages)
  const format = useFormat()
  const records = domainPath('record', domain)
  return (
    <ul>
      {names.map(({ name, host, type, count }) => (
        <li key={`${name} ${type}`} className="wrap-anywhere">
          <span className="font-mono text-xs">
            {name} {type}
          </span>
          <span className="ml-1.5 text-kumo-subtle tabular-nums">× {format.number(count)}</span>
          {host !== null && cause === 'name_missing' && (
            <ScreenLink
              to={`${records}?${new URLSearchParams({ open: 'add', host, type })}`}
              aria-label={text.add(host)}
              title={text.add(host)}
              className={`ml-2 ${link}`}
            >
              +
            </ScreenLink>
          )}
          {host !== null && (cause === 'target_missing' || cause === 'name_too_long') && (
            <ScreenLink to={`${records}?${new URLSearchParams({ search: host })}`} className={`ml-2 ${link}`}>
              {text.show(host)}
            </ScreenLink>
          )}
        </li>
      ))}
      {moreNames > 0 && <li className="text-kumo-subtle">{text.more(moreNames)}</li>}
    </ul>
  )
}

function Sample({ domain, group: { rcode, sample } }: { domain: Domain; group: LoggedErrors }) {
  const text = useText(queryLogMessages)
  return (
    <>
      <p className="font-mono text-xs wrap-anywhere">
        {sample.name} {sample.type}
      </p>
      <p className="text-kumo-subtle wrap-anywhere">
        {[sample.client, sample.subnet, sample.transport.toUpperCase(), sample.node].filter((part) => part !== null).join(' · ')}
      </p>
      <ScreenLink to={`${domainPath('log-request', domain)}?${new URLSearchParams({ rcode })}`} className={link}>
        {text.inLog}
      </ScreenLink>
    </>
  )
}

function Aliases({ domain, aliases }: { domain: Domain; aliases: Errors['aliases'] }) {
  const text = useText(queryLogMessages)
  return (
    <section aria-label={text.aliasTitle} className={`overflow-hidden ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 className="text-base font-medium">{text.aliasTitle}</h2>
        <p className="text-sm text-kumo-subtle">{text.aliasHelp}</p>
      </header>
      <ul>
        {aliases.map(({ host, line, target, problem, askedAt }) => (
          <li key={`${host} ${line}`} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-kumo-hairline px-4 py-2 text-sm last:border-0">
            <ScreenLink to={`${domainPath('record', domain)}?${new URLSearchParams({ search: host })}`} className={`font-mono text-xs ${link}`}>
              {host}
            </ScreenLink>
            <span className="font-mono text-xs wrap-anywhere">{target}</span>
            <span>{text.aliasProblems[problem]}</span>
            {askedAt !== null && (
              <span className="text-kumo-subtle tabular-nums">
                {text.asked} {formatExactTime(askedAt)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Codes({ errors: { start, answers, codes } }: { errors: Errors }) {
  const text = useText(queryLogMessages)
  const format = useFormat()
  const share = (count: number): string => (answers === 0 ? '' : format.number(count / answers, { style: 'percent', maximumFractionDigits: 1 }))
  return (
    <section aria-label={text.codesTitle} className={`overflow-hidden ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 className="text-base font-medium">{text.codesTitle}</h2>
        <p className="text-sm text-kumo-subtle">{text.codesHelp(formatExactTime(start).slice(0, 16))}</p>
      </header>
      {codes.length === 0 ? (
        <Empty title={text.none} />
      ) : (
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-kumo-hairline">
              {[text.fields.rcode, text.now, text.share, text.before].map((title, index) => (
                <th key={title} scope="col" className={`${headCell} ${index > 0 ? 'text-right' : ''}`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {codes.map(({ rcode, answers: now, before }) => (
              <tr key={rcode} className="border-b border-kumo-hairline last:border-0">
                <td className={`${cell} font-mono text-xs`}>{rcode}</td>
                <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>{format.number(now)}</td>
                <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>{share(now)}</td>
                <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>{format.number(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
