import { useText } from '../../../i18n/messages.ts'
import { cutInTheMiddle } from '../../../i18n/format.ts'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import type { LicenceDetail } from './licence-detail.ts'
import { licenceMessages } from './licence.messages.ts'
import { Panel } from './panel.tsx'

/** Whose licences are accepted. */
export function LicenceKeys({ detail }: { detail: LicenceDetail }) {
  const text = useText(licenceMessages)
  const { keyFolder } = detail.installed
  return (
    <Panel title={text.keys}>
      {detail.keys.length === 0 ? (
        <p className="text-kumo-subtle">{text.noKeys}</p>
      ) : (
        <ul className="space-y-1.5">
          {detail.keys.map((key) => (
            <li key={key.file} className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-mono text-xs">{key.file}</span>
              {key.fingerprint === null ? (
                <span className="text-kumo-danger">{key.unusable && text.unusable[key.unusable]}</span>
              ) : (
                <span className="font-mono text-xs text-kumo-subtle" title={key.fingerprint}>
                  SHA-256 {cutInTheMiddle(key.fingerprint, 24)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {keyFolder !== null && (
        <p className="mt-3 text-kumo-subtle">
          {text.keysHelp}
          <span className="mt-0.5 flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs wrap-anywhere text-kumo-default">{keyFolder}</code>
            <CopyButton text={keyFolder} label={text.keysHelp} />
          </span>
        </p>
      )}
    </Panel>
  )
}
