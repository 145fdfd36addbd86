import { useId, useState } from 'react'
import PlusIcon from 'icon:plus'
import XIcon from 'icon:x'
import { serviceKeyNames } from '@nameplane/dns-text/service-params'
import { useText } from '../../../../i18n/messages.ts'
import type { ControlProps } from '../../../../screen-parts/form/labelled.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { recordFormMessages } from './record-form.messages.ts'
import { exampleValues, keysWithoutValue, paramsOf, textOfParams, type ServiceParam } from './service-params.ts'

type ServiceParamsInputProps = ControlProps & { value: string; onChange: (value: string) => void }

const blank: ServiceParam = { key: '', value: '' }

/** The key list of HTTPS and SVCB, a row a key; a text that is no list is edited as it is. */
export function ServiceParamsInput({ value, onChange, ...control }: ServiceParamsInputProps) {
  const text = useText(recordFormMessages)
  const listId = useId()
  const [rows, setRows] = useState(() => paramsOf(value))
  // What the rows say; another value came from outside, as from an emptied form.
  const [said, setSaid] = useState(value)
  if (value !== said) {
    setSaid(value)
    setRows(paramsOf(value))
  }
  if (rows === null)
    return (
      <textarea
        {...control}
        rows={2}
        spellCheck={false}
        className={`${textField} h-auto py-1.5 font-mono`}
        value={value}
        onChange={(event) => {
          setSaid(event.target.value)
          onChange(event.target.value)
        }}
      />
    )

  function change(next: readonly ServiceParam[]): void {
    const words = textOfParams(next)
    setRows([...next])
    setSaid(words)
    onChange(words)
  }
  const at = (index: number, part: Partial<ServiceParam>): void => change(rows.map((row, other) => (other === index ? { ...row, ...part } : row)))
  const unused = serviceKeyNames.filter((name) => !rows.some(({ key }) => key === name))
  return (
    <div id={control.id} role="group" aria-label={text.names.params} aria-describedby={control['aria-describedby']} className="grid gap-2">
      {rows.map((row, index) => (
        <div key={index} className="flex items-center gap-1.5">
          <input
            aria-label={text.paramKey}
            aria-invalid={control['aria-invalid']}
            list={listId}
            spellCheck={false}
            autoComplete="off"
            placeholder="alpn"
            className={`${textField} w-2/5! shrink-0 font-mono`}
            value={row.key}
            onChange={(event) => at(index, { key: event.target.value })}
          />
          <input
            aria-label={`${text.paramValue} ${row.key}`}
            aria-invalid={control['aria-invalid']}
            spellCheck={false}
            autoComplete="off"
            disabled={keysWithoutValue.has(row.key.trim())}
            title={keysWithoutValue.has(row.key.trim()) ? text.paramNoValue : undefined}
            placeholder={keysWithoutValue.has(row.key.trim()) ? text.paramNoValue : exampleValues[row.key.trim()]}
            className={`${textField} font-mono`}
            value={keysWithoutValue.has(row.key.trim()) ? '' : row.value}
            onChange={(event) => at(index, { value: event.target.value })}
          />
          <IconButton
            label={`${text.paramRemove} ${row.key}`}
            title={text.paramRemove}
            onClick={() => change(rows.filter((_, other) => other !== index))}
            icon={<XIcon size={14} />}
          />
        </div>
      ))}
      <LinkButton className="inline-flex items-center gap-1 justify-self-start text-sm" onClick={() => change([...rows, blank])}>
        <PlusIcon size={13} />
        {text.paramAdd}
      </LinkButton>
      <datalist id={listId}>
        {unused.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}
