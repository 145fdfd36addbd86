import type * as z from 'zod/mini'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { limits } from '@nameplane/contract/limits'
import { dispatchModes, nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { LoadedSetting } from '../setting-page.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'

type Values = z.input<typeof nodeCheck.value>

const blank: Values = {
  DnsDispatchMode: 'online',
  ModeTimingFrequency: limits.nodeCheckTimingPeriodSeconds.default,
  checkNodePortList: '80|443',
  checkNodeFrequency: limits.nodeCheckFrequencySeconds.default,
  failPercent: limits.nodeCheckFailurePercent.default,
  mailNotice: '',
  mailNoticeStatus: false,
  smsNotice: '',
  smsNoticeStatus: false,
}

/** How CDN nodes are checked, and who hears of it. */
export function NodeCheckForm() {
  const text = useText(nodeCheckMessages)
  return (
    <LoadedSetting<Values> setting={nodeCheck} blank={blank} labels={text.fields} read={switchesFromRecipients}>
      {(form) => <NodeCheckFields form={form} />}
    </LoadedSetting>
  )
}

/** On load, a switch is on when a recipient is stored (spec point 4). */
function switchesFromRecipients(values: Values): Values {
  return { ...values, mailNoticeStatus: Boolean(values.mailNotice), smsNoticeStatus: Boolean(values.smsNotice) }
}

function NodeCheckFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(nodeCheckMessages)
  const { register, errorOf, watch } = form
  const [mode, byMail, bySms] = watch(['DnsDispatchMode', 'mailNoticeStatus', 'smsNoticeStatus'])
  const number = (name: 'ModeTimingFrequency' | 'checkNodeFrequency' | 'failPercent', { min, max, step }: { min: number; max: number; step?: number }) => ({
    type: 'number',
    inputMode: 'numeric' as const,
    min,
    max,
    ...(step === undefined ? {} : { step }),
    ...register(name),
    error: errorOf(name),
  })
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Select label={text.fields.DnsDispatchMode} isRequired {...register('DnsDispatchMode')} error={errorOf('DnsDispatchMode')}>
        {dispatchModes.map((one) => (
          <option key={one} value={one}>
            {text.modes[one]}
          </option>
        ))}
      </Select>
      {mode === 'timing' && (
        <TextInput
          label={text.fields.ModeTimingFrequency}
          isRequired
          help={text.timingHelp}
          {...number('ModeTimingFrequency', limits.nodeCheckTimingPeriodSeconds)}
        />
      )}
      <TextInput
        label={text.fields.checkNodePortList}
        isRequired
        help={text.portsHelp}
        className="font-mono"
        {...register('checkNodePortList')}
        error={errorOf('checkNodePortList')}
      />
      <TextInput
        label={text.fields.checkNodeFrequency}
        isRequired
        help={text.frequencyHelp}
        {...number('checkNodeFrequency', limits.nodeCheckFrequencySeconds)}
      />
      <p className="-mt-2 flex items-start gap-1.5 text-sm text-kumo-subtle">
        <WarningIcon size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-kumo-warning" />
        {text.hint}
      </p>
      <TextInput label={text.fields.failPercent} isRequired help={text.failHelp} {...number('failPercent', limits.nodeCheckFailurePercent)} />
      <FieldGroup title={text.notices}>
        <CheckBox label={text.fields.mailNoticeStatus} {...register('mailNoticeStatus')} />
        {byMail && <TextInput label={text.fields.mailNotice} isRequired inputMode="email" {...register('mailNotice')} error={errorOf('mailNotice')} />}
        <CheckBox label={text.fields.smsNoticeStatus} {...register('smsNoticeStatus')} />
        {bySms && <TextInput label={text.fields.smsNotice} isRequired inputMode="tel" {...register('smsNotice')} error={errorOf('smsNotice')} />}
      </FieldGroup>
    </div>
  )
}
