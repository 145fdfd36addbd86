import { domain, DomainName, type Domain } from '@nameplane/contract/dns/domain'
// A clone may be refused for what its records are.
import '@nameplane/contract/dns/quota-problems'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../../api/queries.ts'
import { recordsPath } from '../../../../entities/domain/records-path.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { settingMessages, settingWords } from './setting.messages.ts'

/** Asks for the name of a domain like this one, and opens its records. */
export function CloneDialog({ source, onClose }: { source: Domain; onClose: () => void }) {
  const text = useText(settingMessages).copies
  const go = useGo()
  const counts = useCall(domain.cloned, { id: source.id }).reply?.data
  const form = useAddForm(domain.clone, {
    words: settingWords,
    invalidates: [domain.list, serviceGroup.list],
    values: { id: source.id },
    onDone: ({ data }) => {
      onClose()
      const typed = DomainName.safeParse(form.raw.getValues('domain')).data ?? source.domain
      go(recordsPath({ domain: typed, id: data.id, userId: source.userId }))
    },
  })
  return (
    <FieldsDialog title={text.cloneTitle(source.unicodeName)} form={form} submitLabel={text.clone} onClose={onClose}>
      {counts && <p className="text-sm text-kumo-subtle">{text.cloneHelp(counts.records)}</p>}
      <Field of={form} name="domain" placeholder="example.com" />
      <Field of={form} name="renames" help={counts && text.renames(counts.renamed)} />
    </FieldsDialog>
  )
}
