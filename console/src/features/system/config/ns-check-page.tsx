import type * as z from 'zod/mini'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { defineMessages, useText } from '../../../i18n/messages.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { TextArea, TextInput } from '../../../screen-parts/form/field.tsx'
import { SettingPage } from './setting-page.tsx'

type Values = z.input<typeof nsCheck.value>

const blank: Values = { resolvers: '', pauseSeconds: 3, isRemovalOn: true, mostRemovalsPerDay: 20 }

const messages = defineMessages({
  zh: {
    title: '域名 DNS 服务器检查',
    help: '定时查询每个域名在注册商处的 DNS 服务器是否指向本平台。执行时间在“计划任务”中设置。',
    fields: {
      resolvers: '查询用的解析服务器',
      pauseSeconds: '每个域名之间的间隔（秒）',
      isRemovalOn: '移除连续 30 天不正确的域名',
      mostRemovalsPerDay: '每天最多移除',
    },
    resolversHelp: '每行一个 IP 地址，可加端口；留空使用系统的解析服务器。至少两台一致认为不正确，才计入天数。',
    removalHelp: '移入回收站，可以恢复；移除前 7 天和 1 天会通知域名所属用户。',
    mostHelp: '避免解析服务器出错时误移除大量域名',
  },
  en: {
    title: 'Check of name servers',
    help: 'Asks whether the name servers of each domain lead to this platform. When it runs is set among the scheduled jobs.',
    fields: {
      resolvers: 'Resolvers that are asked',
      pauseSeconds: 'Pause between domains (seconds)',
      isRemovalOn: 'Remove domains that are wrong for 30 days',
      mostRemovalsPerDay: 'Removed in a day at most',
    },
    resolversHelp: 'One address a line, with a port where it is not 53; none: those of the system. A day counts only when at least two agree.',
    removalHelp: 'They go to the recycle bin and can be taken back; their owners are told 7 days and 1 day before.',
    mostHelp: 'So that a fault of resolvers cannot take everything',
  },
})

/** How the delegations of domains are checked, and what becomes of those that are wrong. */
export function NsCheckPage() {
  const text = useText(messages)
  return (
    <SettingPage<Values> setting={nsCheck} title={text.title} help={text.help} blank={blank} labels={text.fields}>
      {({ register, errorOf }) => (
        <div className="flex max-w-[560px] flex-col gap-4">
          <TextArea
            label={text.fields.resolvers}
            help={text.resolversHelp}
            rows={3}
            className="font-mono"
            placeholder={'192.0.2.53\n[2001:db8::53]:53'}
            {...register('resolvers')}
            error={errorOf('resolvers')}
          />
          <TextInput label={text.fields.pauseSeconds} inputMode="numeric" {...register('pauseSeconds')} error={errorOf('pauseSeconds')} />
          <CheckBox label={text.fields.isRemovalOn} help={text.removalHelp} {...register('isRemovalOn')} error={errorOf('isRemovalOn')} />
          <TextInput
            label={text.fields.mostRemovalsPerDay}
            help={text.mostHelp}
            inputMode="numeric"
            {...register('mostRemovalsPerDay')}
            error={errorOf('mostRemovalsPerDay')}
          />
        </div>
      )}
    </SettingPage>
  )
}
