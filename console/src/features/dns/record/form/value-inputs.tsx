import type { Field } from '@nameplane/dns-text/record-types'
import { useText } from '../../../../i18n/messages.ts'
import { Labelled } from '../../../../screen-parts/form/labelled.tsx'
import { textField } from '../../../../ui/classes.ts'
import { OfferedFix, type Fix } from './offered-fix.tsx'
import { recordFormMessages } from './record-form.messages.ts'
import { ServiceParamsInput } from './service-params-input.tsx'
import { fullNameOf, hasOwnWeight, valueOf, type TypedFields } from './value-fields.ts'

type ValueInputsProps = {
  type: string
  fields: readonly Field[]
  typed: TypedFields
  zoneName: string
  problems: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
  /** A field was given what was offered for it. */
  onFix: (name: string, value: string) => void
}

const wide = new Set<Field['kind']>([
  'name',
  'texts',
  'long-text',
  'hex',
  'base64',
  'svc-params',
  'location',
  'naptr-regexp',
  'ipv4',
  'ipv6',
  'type-list',
  'prefixes',
  'gateway',
  'host-identity',
  'web-address',
  'choice',
])
const longer = new Set<Field['kind']>(['texts', 'hex', 'base64'])

/** One control for each field of the type's row in the record-type table. */
export function ValueInputs({ type, fields, typed, zoneName, problems, onChange, onFix }: ValueInputsProps) {
  const text = useText(recordFormMessages)
  const names: Readonly<Record<string, string>> = {
    ...text.names,
    ...(hasOwnWeight(fields) && { priority: text.ownPriority(type), weight: text.ownWeight(type) }),
  }
  const fixOf = ({ name, kind }: Field): Fix | null => {
    const full = kind === 'name' ? fullNameOf(typed[name] ?? '', zoneName) : null
    // Every name begins with one label: while it is typed there is nothing to say against it yet.
    return full === null ? null : { why: null, label: text.use(full), take: () => onFix(name, full) }
  }
  const joined = valueOf(type, typed)
  const showsWire = fields.some((field) => field.kind === 'texts') && joined.ok
  return (
    <>
      <div className="grid grid-cols-1 gap-3 pad:grid-cols-3">
        {fields.map((field) => (
          <div key={field.name} className={wide.has(field.kind) ? 'pad:col-span-3' : ''}>
            <Labelled
              label={names[field.name] ?? field.name}
              help={type === 'ALIAS' ? text.aliasHelp : helpOf(field, text)}
              error={problems[`value.${field.name}`]}
              isRequired={!field.optional && !field.mayBeEmpty && (!field.options || field.kind === 'caa-tag')}
            >
              {(control) =>
                field.options && field.kind !== 'caa-tag' ? (
                  <select {...control} className={textField} value={typed[field.name] ?? ''} onChange={(event) => onChange(field.name, event.target.value)}>
                    {!field.options.some((option) => option.value === typed[field.name]) && <option>{typed[field.name]}</option>}
                    {field.options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.value} · {text.optionNames[option.label] ?? option.label}
                      </option>
                    ))}
                  </select>
                ) : field.kind === 'svc-params' ? (
                  <ServiceParamsInput {...control} value={typed[field.name] ?? ''} onChange={(value) => onChange(field.name, value)} />
                ) : longer.has(field.kind) ? (
                  <textarea
                    {...control}
                    rows={field.kind === 'texts' ? 3 : 2}
                    spellCheck={false}
                    className={`${textField} h-auto py-1.5 font-mono`}
                    value={typed[field.name] ?? ''}
                    onChange={(event) => onChange(field.name, event.target.value)}
                  />
                ) : (
                  <>
                    <input
                      {...control}
                      list={field.kind === 'caa-tag' ? `${control.id}-tags` : undefined}
                      spellCheck={false}
                      autoComplete="off"
                      inputMode={field.kind.startsWith('uint') ? 'numeric' : undefined}
                      className={`${textField} font-mono`}
                      value={typed[field.name] ?? ''}
                      onChange={(event) => onChange(field.name, event.target.value)}
                    />
                    {field.kind === 'caa-tag' && (
                      <datalist id={`${control.id}-tags`}>
                        {field.options?.map((option) => (
                          <option key={option.value} value={option.value}>
                            {option.label}
                          </option>
                        ))}
                      </datalist>
                    )}
                  </>
                )
              }
            </Labelled>
            <OfferedFix fix={fixOf(field)} />
          </div>
        ))}
      </div>
      {showsWire && joined.value !== '""' && (
        <p className="text-xs text-kumo-subtle">
          {text.wire}: <code className="break-all">{joined.value}</code>
        </p>
      )}
    </>
  )
}

function helpOf(
  field: Field,
  text: { nameHelp: string; textHelp: string; svcHelp: string; webAddressHelp: string; helpsByName: Readonly<Record<string, string>> },
): string | undefined {
  if (field.kind === 'name') return text.nameHelp
  if (field.kind === 'texts') return text.textHelp
  if (field.kind === 'svc-params') return text.svcHelp
  if (field.kind === 'web-address') return text.webAddressHelp
  return text.helpsByName[field.name]
}
