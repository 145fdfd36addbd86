import { useState } from 'react'
import { nodeCheck } from '@nameplane/contract/system/node-check'
import { useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'

/** The token by which nodes fetch their checks, and where. It is fetched when it is asked for: each look is logged. */
export function NodeCheckKey() {
  const text = useText(nodeCheckMessages).key
  const show = useChange(nodeCheck.key)
  const renew = useChange(nodeCheck.renewKey, { success: 'done' })
  const mayUse = useMay('node_check.write')
  const [key, setKey] = useState<{ token: string; importUrl: string } | null>(null)
  const { ask, element } = useConfirm()
  async function reveal() {
    const outcome = await show.run({})
    if (outcome.isDone) setKey(outcome.reply)
  }
  const askRenewal = () =>
    ask({
      text: text.renewAsk,
      confirmLabel: text.renew,
      isDangerous: true,
      act: async () => {
        const outcome = await renew.run({})
        if (outcome.isDone) setKey(outcome.reply)
      },
    })
  return (
    <section className={surface}>
      <h2 className="border-b border-kumo-line px-4 py-2.5 text-sm font-medium pad:px-5">{text.title}</h2>
      <div className="flex flex-col gap-3 p-4 text-sm pad:p-5">
        <p className="text-kumo-subtle">{mayUse ? text.help : text.noRight}</p>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          <dt className="text-kumo-subtle">{text.token}</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 font-mono break-all">{key?.token ?? '••••••••••••'}</code>
            {key && <CopyButton text={key.token} label={text.token} />}
          </dd>
          <dt className="text-kumo-subtle">{text.url}</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 font-mono break-all">{key?.importUrl ?? '••••••••••••'}</code>
            {key && <CopyButton text={key.importUrl} label={text.url} />}
          </dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <QuietButton disabled={!mayUse || show.isRunning} title={mayUse ? undefined : text.noRight} onClick={() => (key ? setKey(null) : void reveal())}>
            {key ? text.hide : text.show}
          </QuietButton>
          <QuietButton disabled={!mayUse} title={mayUse ? undefined : text.noRight} onClick={askRenewal}>
            {text.renew}
          </QuietButton>
        </div>
      </div>
      {element}
    </section>
  )
}
