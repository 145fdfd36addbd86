import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { DefaultPlaceholderNote } from '../../../entities/service-group/name-servers.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { settingPage } from './setting-page.tsx'
import { nsCheckMessages } from './ns-check.messages.ts'
import { settingSections } from './setting-sections.ts'

/** How the delegations of domains are checked, and what becomes of those that are wrong. */
export const NsCheckPage = settingPage(nsCheck, nsCheckMessages, ({ form }) => (
  <div className={settingSections}>
    <div className="col-span-full empty:hidden">
      <DefaultPlaceholderNote />
    </div>
    <Field of={form} name="resolvers" rows={3} placeholder={'192.0.2.53\n[2001:db8::53]:53'} />
    <Field of={form} name="pauseSeconds" />
    <Field of={form} name="isRemovalOn" />
    <Field of={form} name="mostRemovalsPerDay" />
  </div>
))
