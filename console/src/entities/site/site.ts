import type { Reply } from '@nameplane/contract/endpoint'
import type { site } from '@nameplane/contract/system/site'
import { call } from '../../api/client.ts'
import { onWire } from '../../api/on-wire.ts'
import { forgetText, keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { proposeLanguage } from '../../i18n/language.ts'

/** What the site calls itself and shows of itself; an empty member says nothing. */
export type Site = {
  readonly webName: string
  readonly title: string
  readonly favicon: string
  readonly logoImgLight: string
  readonly logoImgDark: string
  readonly icp: string
  readonly isp: string
  readonly company: string
  /** Agreements that there are. */
  readonly agreements: readonly AgreementKind[]
  /** Where the CDN client is; an empty address for none. */
  readonly otherUrl: { readonly name: string; readonly url: string }
  readonly contacts: Readonly<Record<ContactKind, string>>
  /** The WeChat code among the contacts; an empty picture for none. */
  readonly wechatCode: { readonly picture: string; readonly caption: string; readonly captionEn: string }
}

export const contactKinds = ['mobile', 'email', 'qq', 'telegram', 'skype'] as const
export type ContactKind = (typeof contactKinds)[number]

/** The product's own name, where the site has none. */
const productName = 'Nameplane'

/** An agreement of the site: what its users are bound to, or what becomes of their data. */
export type AgreementKind = Reply<typeof site.index>['data']['agreements'][number]

// The sign-in page must not wait for the schemas; a test holds these against the contract.
export const agreementCall = onWire<typeof site.agreement>('GET', 'sys_common/agreement')
export const siteCall = onWire<typeof site.index>('GET', 'sys_common/index')

const kept = ['site-name', 'site-title', 'favicon', 'logo-light', 'logo-dark'] as const
/** The first picture is drawn with what this browser remembers (spec point 9), the next with the server's answer. */
const store = createStore<Site>({
  webName: keptText('site-name') ?? '',
  title: keptText('site-title') ?? '',
  favicon: ownPicture(keptText('favicon')),
  logoImgLight: ownPicture(keptText('logo-light')),
  logoImgDark: ownPicture(keptText('logo-dark')),
  icp: '',
  isp: '',
  company: '',
  agreements: [],
  otherUrl: { name: '', url: '' },
  contacts: { mobile: '', email: '', qq: '', telegram: '', skype: '' },
  wechatCode: { picture: '', caption: '', captionEn: '' },
})

export function useSite(): Site & { readonly name: string } {
  const site = useStore(store)
  return { ...site, name: site.webName || productName }
}

/** What stands after a page's own title. */
export function useSiteTitle(): string {
  const { title, name } = useSite()
  return title || name
}

/** Takes what the server wrote into the page; a page that came without it asks, and looks meanwhile as it did last time. */
export async function loadSite(): Promise<void> {
  showFavicon(store.get().favicon)
  const written = document.querySelector<HTMLMetaElement>('meta[name="nameplane-site"]')?.content
  if (written) return adopt(JSON.parse(written) as SitePage)
  return refreshSite()
}

/** Asks what the site is called and shows now: somebody has changed it. */
export async function refreshSite(): Promise<void> {
  try {
    const { data } = await call(siteCall, {}, { survivesNavigation: true })
    adopt({
      ...(JSON.parse(data.web_config.paramValue) as SitePage),
      agreements: data.agreements,
      otherUrl: data.other_url,
      wechatCode: data.wechat_code ?? {},
    })
  } catch {
    // A site without an answer looks as it did last time.
  }
}

type Texts = Readonly<Record<string, string>>
/** What the server writes into a page; members that say nothing are left out. */
type SitePage = {
  readonly basic?: Texts
  readonly seo?: Texts
  readonly contact?: Texts
  readonly agreements?: readonly AgreementKind[]
  readonly otherUrl?: Texts
  readonly wechatCode?: Texts
}

function adopt({ basic, seo, contact, agreements = [], otherUrl, wechatCode }: SitePage): void {
  const text = (group: Readonly<Record<string, string>> | undefined, name: string) => group?.[name] ?? ''
  const next: Site = {
    webName: text(basic, 'webName'),
    title: text(seo, 'title'),
    favicon: ownPicture(text(basic, 'favicon')),
    logoImgLight: ownPicture(text(basic, 'logoImgLight')),
    logoImgDark: ownPicture(text(basic, 'logoImgDark')),
    icp: text(basic, 'icp'),
    isp: text(basic, 'isp'),
    agreements,
    otherUrl: { name: text(otherUrl, 'name'), url: text(otherUrl, 'url') },
    company: text(contact, 'company'),
    contacts: Object.fromEntries(contactKinds.map((kind) => [kind, text(contact, kind)])) as Site['contacts'],
    wechatCode: { picture: ownPicture(text(wechatCode, 'picture')), caption: text(wechatCode, 'caption'), captionEn: text(wechatCode, 'captionEn') },
  }
  const values = [next.webName, next.title, next.favicon, next.logoImgLight, next.logoImgDark]
  kept.forEach((key, index) => (values[index] === '' ? forgetText(key) : keepText(key, values[index]!)))
  store.set(next)
  showFavicon(next.favicon)
  const lang = text(basic, 'lang')
  if (lang !== '') proposeLanguage(lang === 'en' ? 'en' : 'zh')
}

/** Pictures come from this site alone, whatever was kept or answered. */
function ownPicture(path: string | null): string {
  return path !== null && /^\/[A-Za-z0-9._/-]*$/.test(path) && !path.startsWith('//') ? path : ''
}

function showFavicon(path: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link || path === '') return
  link.removeAttribute('type')
  link.href = path
}
