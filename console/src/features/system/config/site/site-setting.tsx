import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import { siteConfig } from '@nameplane/contract/system/settings/site'
import { refreshSite } from '../../../../entities/site/site.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { siteTabs } from './site-tabs.ts'
import { siteMessages } from './site.messages.ts'

export type SiteValues = z.input<typeof siteConfig.value>

const blank: SiteValues = {
  basic: { favicon: '', logoImgLight: '', logoImgDark: '', webName: '', icp: '', isp: '', lang: '' },
  seo: { title: '', keywords: '', description: '' },
  contact: { mobile: '', email: '', qq: '', company: '', telegram: '', skype: '' },
  userDir: '',
}

/** One of the tabs that fill in the site's config: the others' members are saved as they are. */
export function SiteSetting({ path, children }: { path: string; children: (form: RuledForm<SiteValues>) => ReactNode }) {
  const text = useText(siteMessages)
  return (
    <SettingPage<SiteValues>
      setting={siteConfig}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={siteTabs} current={path} />}
      blank={blank}
      labels={text.fields}
      onSaved={() => void refreshSite()}
    >
      {(form) => <div className="flex max-w-[560px] flex-col gap-4">{children(form)}</div>}
    </SettingPage>
  )
}
