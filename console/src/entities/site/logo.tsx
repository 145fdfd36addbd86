import { useSite } from './site.ts'

/** The mark: a name's N on the accent. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <rect width="24" height="24" rx="6" className="fill-kumo-brand" />
      <path d="M7.5 17V7l9 10V7" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** The site's own logo for what it stands on, or the product's mark. */
export function SiteLogo({ size = 24, ground }: { size?: number; ground: 'light' | 'dark' }) {
  const { logoImgLight, logoImgDark } = useSite()
  const picture = ground === 'dark' ? logoImgDark || logoImgLight : logoImgLight || logoImgDark
  return picture === '' ? <LogoMark size={size} /> : <img src={picture} alt="" style={{ height: size }} className="max-w-40 min-w-0 object-contain" />
}
