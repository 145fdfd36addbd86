import { useState } from 'react'
import { setting } from '@nameplane/contract/system/setting'
import { problemText } from '@nameplane/contract/problem-text'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { useScreenTitle } from '../screen-title.ts'
import { AlibabaForm, GatewayForm, TencentForm } from './sms-forms.tsx'
import { smsMessages } from './sms.messages.ts'

/** In the order of their types in spec point 3. */
const providers = [
  { name: 'tencent', setting: tencentSms, Form: TencentForm },
  { name: 'alibaba', setting: alibabaSms, Form: AlibabaForm },
  { name: 'gateway', setting: gatewaySms, Form: GatewayForm },
] as const
type ProviderName = (typeof providers)[number]['name']

/** The providers of text messages: which one is in use, its keys and templates. */
export function SmsPage() {
  const title = useScreenTitle('/system/config/sms')
  const text = useText(smsMessages)
  const language = useLanguage()
  const { reply, problem, refresh } = useCall(setting.list, { paramKey: 'SMS_', page: 1, limit: 50 })
  const [chosen, setChosen] = useState<ProviderName | null>(null)
  const [opened, setOpened] = useState<readonly ProviderName[]>([])
  const [isTouched, setTouched] = useState(false)
  const inUse = providers.find(({ setting: { key } }) => reply?.page.list.some((record) => record.paramKey === key && record.status === 1))?.name ?? null
  // On load the first provider with a status is shown (spec point 4).
  const shown = chosen ?? inUse
  function choose(name: ProviderName) {
    if (shown) setOpened([...opened, shown])
    setChosen(name)
  }
  return (
    <>
      <PageHead title={title} help={text.help} />
      <section className={surface}>
        {problem?.isShown && !reply ? (
          <Failure problem={problem} onRetry={() => void refresh()} />
        ) : (
          <fieldset
            disabled={!reply}
            className={`min-w-0 p-4 pad:p-5 ${shown ? 'border-b border-kumo-line' : ''}`}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) setTouched(true)
            }}
          >
            <legend className="float-left mb-2 w-full text-sm font-medium">{text.provider}</legend>
            <div className="clear-both grid gap-3 pad:grid-cols-3">
              {providers.map(({ name }) => (
                <label
                  key={name}
                  className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-lg border border-kumo-line p-3 text-sm hover:border-np-field-hover has-checked:border-np-accent has-checked:bg-kumo-brand/5 has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus"
                >
                  <input
                    type="radio"
                    name="sms-provider"
                    value={name}
                    checked={shown === name}
                    onChange={() => choose(name)}
                    className="mt-0.5 size-4 shrink-0 accent-kumo-brand outline-none"
                  />
                  <span className="min-w-0">
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <span className="font-medium">{text.providers[name].name}</span>
                      {inUse === name && <Badge tone="good" text={text.inUse} />}
                    </span>
                    <span className="mt-0.5 block text-pretty text-kumo-subtle">{text.providers[name].about}</span>
                  </span>
                </label>
              ))}
            </div>
            {reply && shown === null && (
              <p role={isTouched ? 'alert' : undefined} className={`mt-2 text-sm ${isTouched ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>
                {problemText('sms_provider_required', language, {})}
              </p>
            )}
          </fieldset>
        )}
        {/* Those that were opened stay: what was typed in one is still there on the way back from another. */}
        {providers.map(({ name, Form }) => (
          <div key={name} hidden={name !== shown}>
            {(name === shown || opened.includes(name)) && <Form />}
          </div>
        ))}
      </section>
    </>
  )
}
