import type { Answered } from '@nameplane/contract/endpoint'
import type { updateKey } from '@nameplane/contract/dns/update-key'
import { useText } from '../../../i18n/messages.ts'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

/** A key that was just made or renewed: only now can its secret be read. */
export type MadeKey = Answered<typeof updateKey.save>['data']

/** What a program is set up with. */
export function MadeKeySettings({ made: { keyName, algorithm, secret }, title, onClose }: { made: MadeKey; title: string; onClose: () => void }) {
  const text = useText(updateKeyMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const configuration = `key "${keyName}" {\n  algorithm ${algorithm};\n  secret "${secret}";\n};\n`
  return (
    <Modal
      title={title}
      labels={{ close: parts.close, fullScreen: parts.fullScreen }}
      onClose={onClose}
      footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}
    >
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] items-center gap-x-6 gap-y-1 text-sm">
        <Setting name={updateKeyWords.label('keyName', language)} value={keyName} />
        <Setting name={updateKeyWords.label('algorithm', language)} value={algorithm} />
        <Setting name={text.secret} value={secret} />
        <Setting name={text.parameter} value={`-y ${algorithm}:${keyName}:${secret}`} />
        <Setting name={text.configuration} value={configuration} />
      </dl>
      <p className="mt-3 text-sm text-pretty text-kumo-subtle">{text.configurationNote}</p>
    </Modal>
  )
}

function Setting({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-kumo-subtle">{name}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all whitespace-pre-wrap">{value}</code>
        <CopyButton text={value} label={name} />
      </dd>
    </>
  )
}
