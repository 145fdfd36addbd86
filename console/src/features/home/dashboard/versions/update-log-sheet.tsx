import { version } from '@nameplane/contract/home/version'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { versionsMessages } from './versions.messages.ts'

/** What changed in each version, newest first. */
export function UpdateLogSheet({ runs, onClose }: { /** The version that runs. */ runs: string | null; onClose: () => void }) {
  const text = useText(versionsMessages)
  const language = useLanguage()
  const { reply, problem, refresh } = useCall(version.updateLog, {}, { freshSeconds: 3600 })
  return (
    <Drawer title={text.logTitle} closeText={text.close} width={480} isPlainText onClose={onClose}>
      {problem?.isShown && (
        <p className="flex items-center gap-3 px-5 py-4 text-sm">
          {text.failed}
          <QuietButton onClick={() => void refresh()}>{text.retry}</QuietButton>
        </p>
      )}
      {reply?.data.list.map((entry) => (
        <section key={entry.version} className="border-b border-kumo-hairline px-5 py-4 last:border-0">
          <h3 className="flex items-baseline gap-2 font-medium tabular-nums">
            {entry.version}
            <span className="text-sm font-normal text-kumo-subtle">{entry.day ?? text.unreleased}</span>
            {entry.version === runs && <span className="text-sm font-normal text-np-accent">{text.running}</span>}
          </h3>
          <ul className="mt-2 list-disc space-y-1.5 pl-5 text-sm marker:text-kumo-subtle">
            {entry[language].map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ))}
    </Drawer>
  )
}
