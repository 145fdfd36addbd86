import { domain } from '@nameplane/contract/dns/domain'
import { health, type HealthFindingShown } from '@nameplane/contract/dns/health'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { healthMessages, healthWords } from './health.messages.ts'

type IgnoreDialogProps = { domainId: number; finding: HealthFindingShown; place: string; onClose: () => void }

/** Asks why a finding is to be ignored. */
export function IgnoreDialog({ domainId, finding: { code, host, type, line, params }, place, onClose }: IgnoreDialogProps) {
  const text = useText(healthMessages)
  const language = useLanguage()
  const form = useAddForm(health.ignore, {
    words: healthWords,
    invalidates: [health.detail, domain.list],
    values: { id: domainId, code, host, type, line },
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.ignoreTitle(place)} form={form} submitLabel={text.ignore} onClose={onClose}>
      <p className="text-sm text-pretty text-kumo-subtle">{textOfProblem(code, language, params)}</p>
      <Field of={form} name="reason" />
    </FieldsDialog>
  )
}
