import { useState, type KeyboardEvent } from 'react'
import { providerZone } from '@nameplane/contract/dns/provider-zone'
import { tsigAlgorithms, type TsigAlgorithm } from '@nameplane/contract/dns/tsig-key'
import { callProblemText, fieldText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { utf8Bytes } from '../../../../entities/record/import-file.ts'
import type { ImportSource } from './import-text.ts'
import { transferMessages } from './transfer.messages.ts'

const nothing = { address: '', port: '53', zone: '', keyName: '', secret: '' }
type Fields = typeof nothing
const names = ['address', 'port', 'zone', 'keyName', 'secret'] as const

/** The records of this domain on a name server become a text as any other. The key is in this form alone, and gone with it. */
export function TransferSource({ domainId, domainName, onRead }: { domainId: number; domainName: string; onRead: (source: ImportSource) => void }) {
  const text = useText(transferMessages)
  const language = useLanguage()
  const [fields, setFields] = useState<Fields>(nothing)
  const [algorithm, setAlgorithm] = useState<TsigAlgorithm>('hmac-sha256')
  const [isPressed, setPressed] = useState(false)
  const reading = useChange(providerZone.transfer, { shownIn: 'form' })
  const { problem } = reading
  const isMissing = (name: keyof Fields): boolean => fields[name].trim() === '' && (name === 'address' || (name === 'secret' && fields.keyName.trim() !== ''))

  async function read(): Promise<void> {
    setPressed(true)
    if (names.some(isMissing) || reading.isRunning) return
    const { address, port, zone, keyName, secret } = fields
    const outcome = await reading.run({
      ...{ domainId, address: address.trim(), zone: zone.trim(), keyName: keyName.trim(), algorithm },
      ...(port.trim() === '' ? {} : { port: Number(port) }),
      ...(keyName.trim() === '' ? {} : { secret: secret.trim() }),
    })
    if (!outcome.isDone) return
    const { text: file, notes } = outcome.reply.data
    onRead({ text: file, file: { name: text.name(address.trim()), bytes: utf8Bytes(file), encoding: 'UTF-8', notes } })
  }

  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: isPressed && isMissing(name) ? textOfProblem('required', language) : fieldText(problem, name, language),
    onChange: (event: { target: { value: string } }) => {
      setFields((before) => ({ ...before, [name]: event.target.value }))
      reading.forget()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      void read()
    },
  })
  const isAtField = problem !== null && names.some((name) => fieldText(problem, name, language) !== undefined)

  return (
    <div className="space-y-4 rounded-md border border-kumo-line p-4">
      {problem !== null && !isAtField && (
        <p role="alert" className={dangerNote}>
          {callProblemText(problem, language)}
        </p>
      )}
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput label={text.address} help={text.addressHelp} isRequired placeholder="ns1.example.net" className="font-mono" {...field('address')} />
        <TextInput label={text.port} inputMode="numeric" placeholder="53" className="font-mono" {...field('port')} />
        <TextInput label={text.zone} help={text.zoneHelp} placeholder={domainName} className="font-mono" {...field('zone')} />
        <TextInput label={text.keyName} help={text.keyHelp} placeholder="xfr.example.com" className="font-mono" {...field('keyName')} />
        {fields.keyName.trim() !== '' && (
          <>
            <Select label={text.algorithm} value={algorithm} onChange={(event) => setAlgorithm(event.target.value as TsigAlgorithm)}>
              {tsigAlgorithms.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
            <SecretInput label={text.secret} help={text.secretHelp} isRequired {...field('secret')} />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <QuietButton disabled={reading.isRunning} onClick={() => void read()}>
          {reading.isRunning ? text.reading : text.read}
        </QuietButton>
        <p className="min-w-0 flex-1 basis-64 text-sm text-kumo-subtle">{text.once}</p>
      </div>
    </div>
  )
}
