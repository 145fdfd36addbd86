import { useEffect, useState } from 'react'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { nameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import { record } from '@nameplane/contract/dns/record'
import { fieldNames, vanityNameserver, type NameserverChoice } from '@nameplane/contract/dns/vanity-nameserver'
import { useCall } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { NameServers } from '../../../../entities/service-group/name-servers.tsx'
import { NameserverAddressList } from '../../../../entities/vanity-nameserver/nameserver-addresses.tsx'
import { useText } from '../../../../i18n/messages.ts'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { useEditForm, useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { PageForm } from '../../../../screen-parts/form/page-form.tsx'
import { nameserverMessages } from './nameserver.messages.ts'
import { SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'
import { useCardEdits } from '../../../../entities/domain/use-card-edits.ts'

const words = fieldWords(fieldNames, nameserverMessages)
const invalidates = [vanityNameserver.choice, vanityNameserver.addresses, nameserverCheck.detail, domainCalls.detail, domainCalls.list, record.list]

/** Whose name servers the domain shows, and where these are to be found. */
export function NameserverCard({ domain }: SettingCardProps) {
  const text = useText(nameserverMessages)
  const texts = useText(settingMessages)
  const mayChoose = useMay('vanity_nameserver.choose')
  const { reply, problem, refresh } = useCall(vanityNameserver.choice, { id: domain.id })
  const now = reply?.data
  // What is saved elsewhere on this page is a change of the same domain.
  useEffect(() => {
    if (now && now.rowVersion !== domain.rowVersion) void refresh()
  }, [now, domain.rowVersion, refresh])
  const refusal = !mayChoose ? text.noRight : domain.primaryState !== null ? text.transferred : domain.isLocked ? texts.locked : null
  return (
    <SettingCard title={text.title} help={text.help} refusal={refusal} refusalId="nameserver-refusal">
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      {now && <Choice now={now} refusal={refusal} onStale={() => void refresh()} />}
      {now && domain.primaryState === null && (now.choice === 'own' || (now.choice === 'user' && now.userNames.length > 0)) && (
        <div className="border-t border-kumo-hairline p-4 pad:p-5">
          <NameserverAddressList of="domain" id={domain.id} />
        </div>
      )}
    </SettingCard>
  )
}

const isSame = (one: NameserverChoice, other: NameserverChoice): boolean => one.choice === other.choice && one.names.join() === other.names.join()

/** The form begins anew with what is saved, but for what is typed meanwhile. */
function Choice({ now, ...props }: { now: NameserverChoice; refusal: string | null; onStale: () => void }) {
  const [begun, setBegun] = useState(now)
  const [isDirty, setDirty] = useState(false)
  if (begun.rowVersion !== now.rowVersion && (!isDirty || isSame(begun, now))) setBegun(now)
  // A change of something else of the domain is none of this.
  return <ChoiceForm key={`${begun.choice} ${begun.names.join()}`} row={begun} saved={now} onDirty={setDirty} {...props} />
}

type ChoiceFormProps = { row: NameserverChoice; saved: NameserverChoice; refusal: string | null; onStale: () => void; onDirty: (isDirty: boolean) => void }

function ChoiceForm({ row, saved, refusal, onStale, onDirty }: ChoiceFormProps) {
  const text = useText(nameserverMessages)
  const form = useEditForm(vanityNameserver.choose, { row, saved, onStale }, { words, invalidates, onDone: () => onDirty(false) })
  const fields: BoundForm<{ choice: NameserverChoice['choice']; names?: string[] | undefined }> = { raw: form.raw, rules: form.rules, words }
  const [choice] = useFieldValue(fields, 'choice')
  const discard = useCardEdits(form, refusal, onDirty)
  const shown = choice === 'user' && saved.userNames.length > 0 ? saved.userNames : saved.platformNames
  return (
    <PageForm form={form} refusal={refusal} refusalId="nameserver-refusal" onSubmit={form.submit} submitLabel={text.save} onDiscard={discard}>
      <Field of={fields} name="choice" />
      {choice === 'own' ? (
        <Field of={fields} name="names" />
      ) : (
        <div className="flex flex-col gap-1 text-sm">
          {choice === 'user' && saved.userNames.length === 0 && <p className="text-kumo-subtle">{text.noUserNames}</p>}
          <NameServers names={shown} />
        </div>
      )}
    </PageForm>
  )
}
