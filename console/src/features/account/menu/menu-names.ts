import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import { useCallback } from 'react'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useOwnTitles } from '../../../routing/own-titles.tsx'

/** What a row is called: by its own name, else as the screen, heading or right that it stands for. */
export function useMenuNames(): (row: MenuSetting) => string {
  const language = useLanguage()
  const titleOf = useOwnTitles()
  const { nameOf: nameOfRight } = useRights()
  return useCallback(
    (row) => {
      const own = language === 'zh' ? row.nameZh : row.nameEn
      if (own) return own
      if (row.kind === 'button') return row.right === null ? '' : nameOfRight(row.right)
      return titleOf(row)?.[language] ?? row.path
    },
    [language, titleOf, nameOfRight],
  )
}
