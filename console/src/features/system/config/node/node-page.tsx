import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { CheckedNodes } from './checked-nodes.tsx'
import { NodeCheckForm } from './node-check-form.tsx'
import { NodeCheckKey } from './node-check-key.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'

/** How CDN nodes are checked: the rules, the API that nodes use, and what they report. */
export function NodePage() {
  const text = useText(nodeCheckMessages)
  const maySee = useMay('node_check.read')
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      <div className="grid items-start gap-4 pc:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className="rounded-lg border border-kumo-line bg-kumo-base">
          <NodeCheckForm />
        </section>
        <div className="flex min-w-0 flex-col gap-4">
          <NodeCheckKey />
          {maySee && <CheckedNodes />}
        </div>
      </div>
    </>
  )
}
