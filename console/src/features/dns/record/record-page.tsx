import { useCaller } from '../../../api/rights.ts'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { RecordEditor } from './record-editor.tsx'

/** The records of one domain. */
export function RecordPage() {
  const caller = useCaller()
  return <OneDomain>{(domain) => caller && <RecordEditor domain={domain} caller={caller} />}</OneDomain>
}
