import { useState } from 'react'
import PlusIcon from 'icon:plus'
import XIcon from 'icon:x'
import { message, type Recipient } from '@nameplane/contract/account/message'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { LabelledGroup } from '../../../screen-parts/form/labelled.tsx'
import { OptionSearch } from '../../../screen-parts/form/option-search.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { quietButton } from '../../../ui/classes.ts'
import { SmallIconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { messageMessages, messageWords } from './message.messages.ts'

type RecipientsFieldProps = {
  form: BoundForm<{ accountIds: number[] }>
  /** Accounts whose names are known when the form opens. */
  known: readonly Recipient[]
}

/** The accounts that a message is for, found by name and taken off again one by one. */
export function RecipientsField({ form, known }: RecipientsFieldProps) {
  const text = useText(messageMessages)
  const language = useLanguage()
  const [value, setValue] = useFieldValue(form, 'accountIds')
  const [found, setFound] = useState<readonly Recipient[]>(known)
  const nameOf = (id: number): string => found.find((account) => account.id === id)?.username ?? `#${id}`
  function add(account: Recipient) {
    setFound((before) => [...before, account])
    if (!value.includes(account.id)) setValue([...value, account.id])
  }
  return (
    <LabelledGroup name="accountIds" label={messageWords.label('accountIds', language)} error={form.raw.errorOf('accountIds')} isRequired>
      <div className="flex flex-wrap items-center gap-1.5">
        {value.map((id) => (
          <span key={id} className="inline-flex h-7 items-center gap-1 rounded-md bg-kumo-recessed pr-1 pl-2 text-sm">
            {nameOf(id)}
            <SmallIconButton
              size={5}
              label={text.form.dropAccount(nameOf(id))}
              onClick={() => setValue(value.filter((other) => other !== id))}
              icon={<XIcon size={11} />}
            />
          </span>
        ))}
        {value.length === 0 && <span className="text-sm text-kumo-subtle">{text.form.noneChosen}</span>}
        <Popover
          label={text.form.addAccount}
          triggerClassName={`${quietButton} h-7`}
          className="w-72"
          trigger={
            <>
              <PlusIcon size={13} aria-hidden="true" />
              {text.form.addAccount}
            </>
          }
        >
          {(close) => <Finder chosen={value} onChoose={(account) => (add(account), close())} />}
        </Popover>
      </div>
    </LabelledGroup>
  )
}

function Finder({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (account: Recipient) => void }) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const { reply, problem, isLoading, isPrevious } = useCall(message.recipients, { search }, { keepsPrevious: true })
  const list = (reply?.data.list ?? []).filter((account) => !chosen.includes(account.id))
  return (
    <OptionSearch
      label={text.form.searchAccounts}
      options={list.map((account) => ({ value: String(account.id), label: account.username, note: text.choices.classes[account.kind] }))}
      chosen=""
      isSearching={isLoading || isPrevious}
      note={problem?.isShown ? callProblemText(problem, language) : isLoading ? parts.loading : list.length === 0 ? text.form.noAccounts : null}
      onSearch={setSearch}
      onChoose={(id) => {
        const account = list.find((one) => String(one.id) === id)
        if (account) onChoose(account)
      }}
    />
  )
}
