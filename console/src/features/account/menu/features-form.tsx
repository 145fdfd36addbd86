import { menuRow } from '@nameplane/contract/account/menu-row'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { exclusiveModes } from '@nameplane/contract/menu'
import { useCall, useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { FieldGroup } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { menuMessages } from './menu.messages.ts'

type Features = Reply<typeof menuRow.features>['data']

/** Turns parts of the product on and off. */
export function FeaturesForm({ onClose }: { onClose: () => void }) {
  const { reply } = useCall(menuRow.features, {})
  return reply ? <FeatureFields features={reply.data} onClose={onClose} /> : null
}

function FeatureFields({ features, onClose }: { features: Features; onClose: () => void }) {
  const text = useText(menuMessages)
  const save = useChange(menuRow.setFeatures, { invalidates: [menuRow.features, menuRow.list], success: 'saved', shownIn: 'form' })
  const form = useRuledForm<Sent<typeof menuRow.setFeatures>>(menuRow.setFeatures.input, { exclusiveMode: features.exclusiveMode, rewrite: features.rewrite })
  const chosen = form.watch('exclusiveMode')
  const modes: readonly string[] = Array.isArray(chosen) ? chosen : []
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(values)
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    renewNavigation()
    onClose()
  })
  const counters = Object.entries(features.custom)
  return (
    <FormDialog
      title={text.features}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-sm text-kumo-subtle">{text.featuresHelp}</p>
      <div className="flex flex-col gap-2">
        {exclusiveModes.map((mode) => (
          <CheckBox
            key={mode}
            label={text.featureNames[mode]}
            checked={modes.includes(mode)}
            onChange={(event) =>
              form.setValue(
                'exclusiveMode',
                exclusiveModes.filter((one) => (one === mode ? event.target.checked : modes.includes(one))),
                { shouldDirty: true },
              )
            }
          />
        ))}
        <CheckBox label={text.rewrite} {...form.register('rewrite')} />
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
    </FormDialog>
  )
}
