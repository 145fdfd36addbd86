import type * as z from 'zod/mini'
import { useState } from 'react'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { exclusiveModes } from '@nameplane/contract/menu'
import { platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import { renewNavigation } from '../../../../api/renewed-navigation.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { FieldGroup } from '../../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { iconButton, quietButton, textField } from '../../../../ui/classes.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { siteTabs } from './site-tabs.ts'
import { siteMessages } from './site.messages.ts'

type Values = z.input<typeof platformFeatures.value>

const blank: Values = { exclusiveMode: [], rewrite: false, custom: {} }

/** Which parts of the product are on. */
export function SitePowerPage() {
  const text = useText(siteMessages)
  return (
    <SettingPage<Values>
      setting={platformFeatures}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={siteTabs} current="/system/config/site/power" />}
      blank={blank}
      labels={text.power.fields}
      onSaved={renewNavigation}
    >
      {(form) => <FeatureFields form={form} />}
    </SettingPage>
  )
}

function FeatureFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(siteMessages).power
  const chosen = form.watch('exclusiveMode') ?? []
  return (
    <div className="flex max-w-[560px] flex-col gap-5">
      <FieldGroup title={text.modes}>
        <p className="-mt-2 text-sm text-kumo-subtle">{text.modesHelp}</p>
        <div className="flex flex-col gap-2">
          {exclusiveModes.map((mode) => (
            <CheckBox
              key={mode}
              label={text.names[mode]}
              checked={chosen.includes(mode)}
              onChange={(event) =>
                form.setValue(
                  'exclusiveMode',
                  exclusiveModes.filter((one) => (one === mode ? event.target.checked : chosen.includes(one))),
                  { shouldDirty: true },
                )
              }
            />
          ))}
          <CheckBox label={text.rewrite} {...form.register('rewrite')} />
        </div>
      </FieldGroup>
      <Counters form={form} />
    </div>
  )
}

function Counters({ form }: { form: RuledForm<Values> }) {
  const text = useText(siteMessages).power
  const [name, setName] = useState('')
  const counters = form.watch('custom') ?? {}
  const set = (next: Record<string, number>) => form.setValue('custom', next, { shouldDirty: true, shouldValidate: true })
  const error = form.errorOf('custom')
  return (
    <FieldGroup title={text.counters}>
      <p className="-mt-2 text-sm text-kumo-subtle">{text.countersHelp}</p>
      {Object.keys(counters).length === 0 ? (
        <p className="text-sm text-kumo-subtle">{text.noCounters}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {Object.entries(counters).map(([mark, count]) => (
            <li key={mark} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-mono text-sm">{mark}</span>
              <input
                type="number"
                min={0}
                inputMode="numeric"
                aria-label={`${mark} ${text.counterValue}`}
                value={count}
                className={`${textField} w-28! text-right tabular-nums`}
                onChange={(event) => set({ ...counters, [mark]: event.target.valueAsNumber || 0 })}
              />
              <button
                type="button"
                aria-label={text.removeCounter(mark)}
                title={text.removeCounter(mark)}
                className={iconButton}
                onClick={() => set(Object.fromEntries(Object.entries(counters).filter(([other]) => other !== mark)))}
              >
                <TrashIcon size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-kumo-danger">
          {error}
        </p>
      )}
      <div className="flex items-center gap-2">
        <input
          type="text"
          aria-label={text.counterName}
          placeholder={text.counterName}
          spellCheck={false}
          maxLength={40}
          value={name}
          className={`${textField} font-mono`}
          onChange={(event) => setName(event.target.value)}
        />
        <button
          type="button"
          className={quietButton}
          disabled={name.trim() === '' || Object.hasOwn(counters, name.trim())}
          onClick={() => {
            set({ ...counters, [name.trim()]: 1 })
            setName('')
          }}
        >
          {text.addCounter}
        </button>
      </div>
    </FieldGroup>
  )
}
