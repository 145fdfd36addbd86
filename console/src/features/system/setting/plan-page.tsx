import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { Field } from '../../../screen-parts/form/field.tsx'
import { planMessages } from './plan.messages.ts'
import { settingPage } from './setting-page.tsx'
import { settingSections } from './setting-sections.ts'

/** What the plan that every domain has allows each of them. */
export const PlanSettingPage = settingPage(freePlan, planMessages, function PlanFields({ form, text }) {
  return (
    <div className={settingSections}>
      <Field of={form} name="records" placeholder={text.noLimit} />
      <Field of={form} name="subdomainLevels" placeholder={text.noLimit} />
      <Field of={form} name="wildcardLevels" placeholder={text.noLimit} />
      <Field of={form} name="urlRecords" placeholder={text.noLimit} />
      <Field of={form} name="customLines" placeholder={text.noLimit} />
      <Field of={form} name="minimumTtl" placeholder={text.noLimit} />
      <Field of={form} name="sameLineAddresses" placeholder={text.noLimit} />
    </div>
  )
})
