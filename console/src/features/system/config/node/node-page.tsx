import { useText } from '../../../../i18n/messages.ts'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { NodeCheckForm } from './node-check-form.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'

/** What concerns CDN nodes. */
export function NodePage() {
  const text = useText(nodeCheckMessages)
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      <section className="rounded-lg border border-kumo-line bg-kumo-base">
        <NodeCheckForm />
      </section>
    </>
  )
}
