import type * as z from 'zod/mini'
import WarningIcon from 'icon:warning'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { LoadedSetting } from '../setting-page.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'
import { settingSections } from '../setting-sections.ts'

type Values = z.input<typeof nodeCheck.value>

const words = fieldWords(nodeCheck.names, nodeCheckMessages)

/** How CDN nodes are checked, and who hears of it. */
export function NodeCheckForm() {
  return (
    <LoadedSetting setting={nodeCheck} words={words} read={switchesFromRecipients}>
      {(form) => <NodeCheckFields form={form} />}
    </LoadedSetting>
  )
}

/** On load, a switch is on when a recipient is stored (spec point 4). */
function switchesFromRecipients(values: Values): Values {
  return { ...values, mailNoticeStatus: Boolean(values.mailNotice), smsNoticeStatus: Boolean(values.smsNotice) }
}

function NodeCheckFields({ form }: { form: BoundForm<Values> }) {
  const text = useText(nodeCheckMessages)
  const [mode, byMail, bySms] = form.raw.watch(['DnsDispatchMode', 'mailNoticeStatus', 'smsNoticeStatus'])
  return (
    <div className={settingSections}>
      <Field of={form} name="DnsDispatchMode" />
      {mode === 'timing' && <Field of={form} name="ModeTimingFrequency" />}
      <Field of={form} name="checkNodePortList" />
      <div>
        <Field of={form} name="checkNodeFrequency" />
        <p className="mt-2 flex items-start gap-1.5 text-sm text-kumo-subtle">
          <WarningIcon size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-kumo-warning" />
          {text.hint}
        </p>
      </div>
      <Field of={form} name="failPercent" />
      <FieldGroup title={text.notices}>
        <Field of={form} name="mailNoticeStatus" />
        {byMail && <Field of={form} name="mailNotice" />}
        <Field of={form} name="smsNoticeStatus" />
        {bySms && <Field of={form} name="smsNotice" />}
      </FieldGroup>
    </div>
  )
}
