import { menuRow } from '@nameplane/contract/account/menu-row'
import type { Reply } from '@nameplane/contract/endpoint'
import { exclusiveModes } from '@nameplane/contract/menu-parts'
import { useCall } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue } from '../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { menuMessages, menuWords } from './menu.messages.ts'

type Features = Reply<typeof menuRow.features>['data']

/** Turns parts of the product on and off. */
export function FeaturesForm({ onClose }: { onClose: () => void }) {
  const { reply } = useCall(menuRow.features, {})
  return reply ? <FeatureFields features={reply.data} onClose={onClose} /> : null
}

function FeatureFields({ features, onClose }: { features: Features; onClose: () => void }) {
  const text = useText(menuMessages)
  const form = useAddForm(menuRow.setFeatures, {
    words: menuWords,
    values: { exclusiveMode: features.exclusiveMode, rewrite: features.rewrite },
    invalidates: [menuRow.features, menuRow.list],
    success: 'saved',
    onDone() {
      renewNavigation()
      onClose()
    },
  })
  const [chosen, setChosen] = useFieldValue(form, 'exclusiveMode')
  const modes: readonly string[] = Array.isArray(chosen) ? chosen : []
  const counters = Object.entries(features.custom)
  return (
    <FieldsDialog title={text.features} form={form} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text.featuresHelp}</p>
      <div className="flex flex-col gap-2">
        {exclusiveModes.map((mode) => (
          <CheckBox
            key={mode}
            label={text.choices.feature[mode]}
            checked={modes.includes(mode)}
            onChange={(event) => setChosen(exclusiveModes.filter((one) => (one === mode ? event.target.checked : modes.includes(one))))}
          />
        ))}
        <Field of={form} name="rewrite" />
      </div>
      <FieldGroup title={text.counters}>
        {counters.length === 0 ? (
          <p className="-mt-2 text-sm text-kumo-subtle">{text.noCounters}</p>
        ) : (
          <dl className="-mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {counters.map(([name, count]) => [
              <dt key={`${name} name`} className="font-mono text-kumo-subtle">
                {name}
              </dt>,
              <dd key={name} className="tabular-nums">
                {count}
              </dd>,
            ])}
          </dl>
        )}
      </FieldGroup>
    </FieldsDialog>
  )
}
