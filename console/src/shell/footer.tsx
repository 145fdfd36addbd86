import { IcpLink } from '../entities/site/icp-link.tsx'
import { contactKinds, useSite, type ContactKind } from '../entities/site/site.ts'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import { Popover } from '../ui/popover.tsx'
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
  const { name, company, isp, otherUrl, contacts, wechatCode } = useSite()
  const shown = contactKinds.filter((kind) => contacts[kind] !== '')
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-kumo-subtle max-pad:py-2 print:hidden">
      <span>{text.copyright(new Date().getFullYear(), company || name)}</span>
      <IcpLink />
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
      {wechatCode.picture !== '' && <WechatCode {...wechatCode} />}
    </footer>
  )
}

/** The code opens where it is asked for: it would make the footer of every page taller. */
function WechatCode({ picture, caption, captionEn }: ReturnType<typeof useSite>['wechatCode']) {
  const text = useText(shellMessages)
  const language = useLanguage()
  const words = language === 'zh' ? caption : captionEn
  return (
    <Popover label={text.wechatCode} trigger={text.wechatCode} triggerClassName={`cursor-pointer ${link}`} className="p-3">
      <figure className="flex flex-col items-center gap-2">
        {/* Codes are read on white, whatever the theme. */}
        <img src={picture} alt={text.wechatCode} width={160} height={160} className="size-40 rounded-md bg-white object-contain p-1" />
        {words !== '' && <figcaption className="max-w-40 text-center text-sm text-pretty">{words}</figcaption>}
      </figure>
    </Popover>
  )
}
