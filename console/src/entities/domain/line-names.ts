import { useMemo } from 'react'
import { line } from '@nameplane/contract/dns/line'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'

/** The names of lines, countries among them, in the reader's language; a caller who may not view lines sees their codes. */
export function useLineNames(domainId: number): (code: string) => string {
  const language = useLanguage()
  const { reply } = useCall(line.tree, { domainId }, { freshSeconds: 3600 })
  return useMemo(() => {
    const names = new Map(reply?.data.lines.map(({ code, nameZh, nameEn }) => [code, language === 'zh' ? nameZh : nameEn]))
    return (code) => names.get(code) ?? code
  }, [reply, language])
}
