import { useCallback } from 'react'
import { customLine, type CustomLine } from '@nameplane/contract/dns/custom-line'
import type { Domain } from '@nameplane/contract/dns/domain'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useText } from '../../../i18n/messages.ts'
import { NounScreen } from '../../../screen-parts/list/noun-screen.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { customLines } from './custom-line-list.tsx'
import { customLineMessages } from './custom-line.messages.ts'

const Add = lazyPart(() => import('./custom-line-form.tsx').then((form) => form.AddCustomLine))
const Edit = lazyPart(() => import('./custom-line-form.tsx').then((form) => form.EditCustomLine))

/** The lines that a domain has for itself. */
export function CustomLinePage() {
  return <OneDomain>{(domain) => <LinesOfDomain domain={domain} />}</OneDomain>
}

function LinesOfDomain({ domain }: { domain: Domain }) {
  const text = useText(customLineMessages)
  const list = useList(customLines, { domainId: domain.id })
  const refusal = useCallback((line: CustomLine) => (line.recordCount > 0 ? text.inUse(line.recordCount) : null), [text])
  return (
    <>
      <DomainHead domain={domain} page="line" />
      <NounScreen list={list} text={text} calls={customLine} Add={Add} Edit={Edit} refusal={refusal} isPart />
    </>
  )
}
