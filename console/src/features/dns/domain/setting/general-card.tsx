import { useId, useState } from 'react'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FactList } from '../../../../screen-parts/fact-list.tsx'
import { useEditForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { PageForm } from '../../../../screen-parts/form/page-form.tsx'
import { GroupField, OwnerField } from '../../../../entities/domain/belonging-fields.tsx'
import { TtlField } from '../domain-fields.tsx'
import { SettingCard, useDomainRefusal, type SettingCardProps } from './setting-card.tsx'
import { settingMessages, settingWords } from './setting.messages.ts'
import { useCardEdits } from '../../../../entities/domain/use-card-edits.ts'

const invalidates = [domain.list, domain.detail, serviceGroup.list]
const edited = [
  'remark',
  'defaultTtlSeconds',
  'serviceGroupId',
  'userId',
  'soaRefreshSeconds',
  'soaRetrySeconds',
  'soaExpireSeconds',
  'soaMinimumSeconds',
] as const satisfies readonly (keyof Domain)[]

/** What the domain is, and what its SOA says. */
export function GeneralCard({ domain: now, refresh }: SettingCardProps) {
  const text = useText(settingMessages).general
  const refusal = useDomainRefusal(now)
  const refusalId = useId()
  // What the form began with: a newer state must not take away what was typed.
  const [begun, setBegun] = useState(now)
  const [isDirty, setDirty] = useState(false)
  if (begun.rowVersion !== now.rowVersion && !isDirty) setBegun(now)
  // Whoever locked or paused it meanwhile changed nothing that is edited here.
  const isAsBegun = edited.every((name) => begun[name] === now[name])
  return (
    <SettingCard title={text.title} help={text.help} refusal={refusal} refusalId={refusalId}>
      <GeneralForm
        key={begun.rowVersion}
        row={isAsBegun ? { ...begun, rowVersion: now.rowVersion } : begun}
        saved={now}
        refusal={refusal}
        refusalId={refusalId}
        onStale={() => void refresh()}
        onDirty={setDirty}
      />
    </SettingCard>
  )
}

type GeneralFormProps = { row: Domain; saved: Domain; refusal: string | null; refusalId: string; onStale: () => void; onDirty: (isDirty: boolean) => void }

function GeneralForm({ row, saved, refusal, refusalId, onStale, onDirty }: GeneralFormProps) {
  const texts = useText(settingMessages)
  const text = texts.general
  const form = useEditForm(
    domain.update,
    { row, saved, onStale },
    {
      words: settingWords,
      invalidates,
      called: { serviceGroupId: (one) => one.serviceGroupName, userId: (one) => one.username },
      onDone: () => onDirty(false),
    },
  )
  const discard = useCardEdits(form, refusal, onDirty)
  return (
    <PageForm form={form} refusal={refusal} refusalId={refusalId} onSubmit={form.submit} submitLabel={text.save} onDiscard={discard}>
      <div className="grid items-start gap-x-10 gap-y-5 min-[1100px]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <h3 className="text-base font-medium">{text.basics}</h3>
          <Field of={form} name="remark" />
          <TtlField form={form} />
          <GroupField form={form} />
          <OwnerField form={form} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <h3 className="text-base font-medium">{text.soa}</h3>
          <div className="grid items-start gap-4 pad:grid-cols-2">
            <Field of={form} name="soaRefreshSeconds" />
            <Field of={form} name="soaRetrySeconds" />
            <Field of={form} name="soaExpireSeconds" />
            <Field of={form} name="soaMinimumSeconds" />
          </div>
          {saved.primaryState === null ? <SoaFacts of={saved} /> : <p className="text-sm text-pretty text-kumo-subtle">{text.soaOfPrimaries}</p>}
        </div>
      </div>
    </PageForm>
  )
}

/** What the SOA says beside what is set here. */
function SoaFacts({ of }: { of: Domain }) {
  const text = useText(settingMessages)
  const { reply } = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  const group = reply?.data.list.find(({ id }) => id === of.serviceGroupId)
  const facts = [[text.mname, of.mname] as const, ...(group ? ([[text.rname, group.rname]] as const) : []), [text.serial, String(of.serial)] as const]
  return (
    <div className="text-sm [&_dd]:font-mono">
      <FactList facts={facts} />
    </div>
  )
}
