import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import type { SettingPath } from '@nameplane/contract/system/setting-screens'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { refreshSite } from '../../../../entities/site/site.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { SettingPage } from '../setting-page.tsx'
import { siteMessages } from './site.messages.ts'
import { settingSections } from '../setting-sections.ts'

export type SiteForm = BoundForm<z.input<typeof siteSettings.value>>

const words = fieldWords(siteSettings.names, siteMessages)

/** One of the screens that fill in the site's setting: the others' members are saved as they are. */
export function SiteSetting({ path, children }: { path: SettingPath; children: (form: SiteForm) => ReactNode }) {
  const text = useText(siteMessages)
  return (
    <SettingPage setting={siteSettings} words={words} help={text.help} path={path} onSaved={() => void refreshSite()}>
      {(form) => <div className={settingSections}>{children(form)}</div>}
    </SettingPage>
  )
}
