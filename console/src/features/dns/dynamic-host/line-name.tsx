import { useLines } from '../../../entities/line/use-lines.ts'

/** What a line of the domain is called. */
export function LineName({ domainId, code }: { domainId: number; code: string }) {
  const lines = useLines(domainId)
  return <span title={code}>{lines.nameOf(code)}</span>
}
