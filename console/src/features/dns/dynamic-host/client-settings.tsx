import { dynamicUpdatePath, type DynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { useText } from '../../../i18n/messages.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { CopiedFact, CopiedFacts } from '../../../screen-parts/copy/copied-facts.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton } from '../../../ui/button.tsx'
import { dynamicHostMessages } from './dynamic-host.messages.ts'

/** The secret of a credential that was just made or renewed: only now can it be read. */
export type MadeCredential = { readonly hostname: string; readonly secret: string }

/** In the order in which they are met. */
const answers = ['good', 'nochg', 'badauth', 'nohost', 'notfqdn', 'abuse', 'dnserr', '911'] as const

/** What a client is set up with, the secret among it. */
export function MadeSettings({ made: { hostname, secret }, title, onClose }: { made: MadeCredential; title: string; onClose: () => void }) {
  const text = useText(dynamicHostMessages)
  return (
    <Dialog title={title} onClose={onClose} footer={<PrimaryButton onClick={onClose}>{text.done}</PrimaryButton>}>
      <p className="mb-3 text-sm">{text.shownOnce}</p>
      <Settings hostname={hostname} secret={secret} />
    </Dialog>
  )
}

/** The same without the secret, for whoever may see the list. */
export function ClientSettings({ row, domain, onClose }: { row: DynamicHost; domain: string; onClose: () => void }) {
  const text = useText(dynamicHostMessages)
  const parts = useText(partsMessages)
  const hostname = hostnameOf(row.host, domain)
  return (
    <Dialog title={text.settingsTitle(hostname)} onClose={onClose} footer={<PrimaryButton onClick={onClose}>{parts.close}</PrimaryButton>}>
      <Settings hostname={hostname} />
      <h3 className="mt-5 mb-2 text-sm font-medium">{text.answersTitle}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {answers.map((word) => (
          <div key={word} className="contents">
            <dt className="font-mono">{word}</dt>
            <dd className="text-kumo-subtle">{text.answers[word]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export const hostnameOf = (host: string, domain: string): string => (host === '@' ? domain : `${host}.${domain}`)

function Settings({ hostname, secret }: { hostname: string; secret?: string }) {
  const text = useText(dynamicHostMessages)
  const { host: server, origin } = window.location
  const url = `${origin}${dynamicUpdatePath}?hostname=${hostname}`
  return (
    <>
      <CopiedFacts>
        {secret !== undefined && <CopiedFact name={text.password} value={secret} />}
        <CopiedFact name={text.url} value={url} />
        <CopiedFact name={text.server} value={server} />
        <CopiedFact name={text.hostname} value={hostname} />
        <dt className="text-kumo-subtle">{text.username}</dt>
        <dd className="py-1">{text.usernameNote}</dd>
      </CopiedFacts>
      <p className="mt-3 text-sm text-pretty text-kumo-subtle">{text.urlNote}</p>
    </>
  )
}
