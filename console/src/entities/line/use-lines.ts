import { useMemo } from 'react'
import { line, type Line } from '@nameplane/contract/dns/line'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'

export type Lines = { readonly list: readonly Line[]; readonly nameOf: (code: string) => string; readonly depthOf: (code: string) => number }

/** The lines of a domain, those of its own among them, with their names in the reader's language; a code nobody knows shows as itself. */
export function useLines(domainId: number): Lines {
  const language = useLanguage()
  const { reply } = useCall(line.tree, { domainId }, { freshSeconds: 60 })
  return useMemo(() => {
    const list = reply?.data.lines ?? []
    const byCode = new Map(list.map((one) => [one.code, one]))
    const depthOf = (code: string): number => {
      const parent = byCode.get(code)?.parent
      return parent ? 1 + depthOf(parent) : 0
    }
    return {
      list,
      nameOf: (code) => {
        const known = byCode.get(code)
        return known ? (language === 'zh' ? known.nameZh : known.nameEn) : code
      },
      depthOf,
    }
  }, [reply, language])
}
