import type * as z from 'zod/mini'
import { useState } from 'react'
import TrashIcon from 'icon:trash'
import { exclusiveModes } from '@nameplane/contract/menu-parts'
import { platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import { renewNavigation } from '../../../../api/renewed-navigation.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { SettingPage } from '../setting-page.tsx'
import { siteMessages } from './site.messages.ts'
import { settingSections } from '../setting-sections.ts'

type Form = BoundForm<z.input<typeof platformFeatures.value>>

const words = fieldWords(platformFeatures.names)

/** Which parts of the product are on. */
export function SitePowerPage() {
  const text = useText(siteMessages)
  return (
    <SettingPage setting={platformFeatures} words={words} help={text.help} onSaved={renewNavigation}>
      {(form) => <FeatureFields form={form} />}
    </SettingPage>
  )
}

function FeatureFields({ form }: { form: Form }) {
  const text = useText(siteMessages).power
  const [chosen = [], setChosen] = useFieldValue(form, 'exclusiveMode')
  return (
    <div className={settingSections}>
      <FieldGroup title={text.modes}>
        <p className="-mt-2 text-sm text-kumo-subtle">{text.modesHelp}</p>
        <div className="flex flex-col gap-2">
          {exclusiveModes.map((mode) => (
            <CheckBox
              key={mode}
              label={text.names[mode]}
              checked={chosen.includes(mode)}
              onChange={(event) => setChosen(exclusiveModes.filter((one) => (one === mode ? event.target.checked : chosen.includes(one))))}
            />
          ))}
          <Field of={form} name="rewrite" label={text.rewrite} />
        </div>
      </FieldGroup>
      <Counters form={form} />
    </div>
  )
}

function Counters({ form }: { form: Form }) {
  const text = useText(siteMessages).power
  const [name, setName] = useState('')
  const [held, set] = useFieldValue(form, 'custom')
  const counters: Readonly<Record<string, number>> = held ?? {}
  const error = form.raw.errorOf('custom')
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
              <IconButton
                label={text.removeCounter(mark)}
                onClick={() => set(Object.fromEntries(Object.entries(counters).filter(([other]) => other !== mark)))}
                icon={<TrashIcon size={16} />}
              />
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
        <QuietButton
          refusal={name.trim() === '' ? text.counterNeedsName : Object.hasOwn(counters, name.trim()) ? text.counterExists : null}
          onClick={() => {
            set({ ...counters, [name.trim()]: 1 })
            setName('')
          }}
        >
          {text.addCounter}
        </QuietButton>
      </div>
    </FieldGroup>
  )
}
