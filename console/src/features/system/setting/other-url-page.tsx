import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { refreshSite } from '../../../entities/site/site.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'
import { otherUrlMessages } from './other-url.messages.ts'
import { settingSections } from './setting-sections.ts'

/** Where the operator's CDN client is. */
export const OtherUrlPage = settingPage(
  otherUrl,
  otherUrlMessages,
  ({ form }) => (
    <div className={settingSections}>
      <Field of={form} name="url" />
      <Field of={form} name="name" />
    </div>
  ),
  { onSaved: () => void refreshSite() },
)
