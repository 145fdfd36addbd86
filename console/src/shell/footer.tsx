import { contactKinds, useSite, type ContactKind } from '../entities/site/site.ts'
import { useText } from '../i18n/messages.ts'
import { shellMessages } from './shell.messages.ts'

const addresses: Readonly<Record<ContactKind, (value: string) => string | null>> = {
  mobile: (value) => `tel:${value.replace(/[^0-9+]/g, '')}`,
  email: (value) => `mailto:${value}`,
  qq: () => null,
  telegram: (value) => `https://t.me/${encodeURIComponent(value.replace(/^@/, ''))}`,
  skype: () => null,
}

const link = 'hover:text-kumo-default hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus'

/** Copyright, company and contacts of the site (spec point 2). */
export function Footer() {
  const text = useText(shellMessages)
  const { name, company, icp, isp, otherUrl, contacts } = useSite()
  const shown = contactKinds.filter((kind) => contacts[kind] !== '')
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-kumo-subtle print:hidden">
      <span>{text.copyright(new Date().getFullYear(), company || name)}</span>
      {icp !== '' && <span>{icp}</span>}
      {isp !== '' && <span>{isp}</span>}
      {/^https?:/.test(otherUrl.url) && (
        <a href={otherUrl.url} target="_blank" rel="noreferrer" className={link}>
          {otherUrl.name || text.cdnClient}
        </a>
      )}
      {shown.map((kind) => {
        const href = addresses[kind](contacts[kind])
        return (
          <span key={kind}>
            {text.contacts[kind]}{' '}
            {href === null ? (
              contacts[kind]
            ) : (
              <a href={href} rel="noreferrer" className={link}>
                {contacts[kind]}
              </a>
            )}
          </span>
        )
      })}
    </footer>
  )
}
