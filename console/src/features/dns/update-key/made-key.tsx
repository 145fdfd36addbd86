import type { Answered } from '@nameplane/contract/endpoint'
import type { updateKey } from '@nameplane/contract/dns/update-key'
import { useText } from '../../../i18n/messages.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { CopiedFact, CopiedFacts } from '../../../screen-parts/copy/copied-facts.tsx'
import { PrimaryButton } from '../../../ui/button.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

/** A key that was just made or renewed: only now can its secret be read. */
export type MadeKey = Answered<typeof updateKey.save>['data']

/** What a program is set up with. */
export function MadeKeySettings({ made: { keyName, algorithm, secret }, title, onClose }: { made: MadeKey; title: string; onClose: () => void }) {
  const text = useText(updateKeyMessages)
  const language = useLanguage()
  const configuration = `key "${keyName}" {\n  algorithm ${algorithm};\n  secret "${secret}";\n};\n`
  return (
    <Dialog title={title} onClose={onClose} footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}>
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <CopiedFacts>
        <CopiedFact name={updateKeyWords.label('keyName', language)} value={keyName} />
        <CopiedFact name={updateKeyWords.label('algorithm', language)} value={algorithm} />
        <CopiedFact name={text.secret} value={secret} />
        <CopiedFact name={text.parameter} value={`-y ${algorithm}:${keyName}:${secret}`} />
        <CopiedFact name={text.configuration} value={configuration} />
      </CopiedFacts>
      <p className="mt-3 text-sm text-pretty text-kumo-subtle">{text.configurationNote}</p>
    </Dialog>
  )
}
