import { useState } from 'react'
import { providerZone } from '@nameplane/contract/dns/provider-zone'
import { tsigAlgorithms, type TsigAlgorithm } from '@nameplane/contract/dns/tsig-key'
import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { utf8Bytes } from '../../../../entities/record/import-file.ts'
import type { ImportSource } from './import-text.ts'
import { ReadingFrame, useReadingForm } from './reading-form.tsx'
import { transferMessages } from './transfer.messages.ts'

const nothing = { address: '', port: '53', zone: '', keyName: '', secret: '' }
const names = ['address', 'port', 'zone', 'keyName', 'secret'] as const

/** The records of this domain on a name server become a text as any other. The key is in this form alone, and gone with it. */
export function TransferSource({ domainId, domainName, onRead }: { domainId: number; domainName: string; onRead: (source: ImportSource) => void }) {
  const text = useText(transferMessages)
  const [algorithm, setAlgorithm] = useState<TsigAlgorithm>('hmac-sha256')
  const form = useReadingForm(providerZone.transfer, {
    nothing,
    shown: names,
    isNeeded: (name, { keyName }) => name === 'address' || (name === 'secret' && keyName.trim() !== ''),
    input: ({ address, port, zone, keyName, secret }) => ({
      ...{ domainId, address: address.trim(), zone: zone.trim(), keyName: keyName.trim(), algorithm },
      ...(port.trim() === '' ? {} : { port: Number(port) }),
      ...(keyName.trim() === '' ? {} : { secret: secret.trim() }),
    }),
    onRead: ({ data: { text: file, notes } }, { address }) =>
      onRead({ text: file, file: { name: text.name(address.trim()), bytes: utf8Bytes(file), encoding: 'UTF-8', notes } }),
  })
  const { fields, field } = form
  return (
    <ReadingFrame form={form} text={text}>
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
    </ReadingFrame>
  )
}
