import { problemText } from '@nameplane/contract/problem-text'
import { settingRight, type SettingGroup } from '@nameplane/contract/system/setting-groups'
import { useMay } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'

/** Why settings of a group cannot be changed here; null when they can. */
export function useSettingRefusal(group: SettingGroup): string | null {
  const language = useLanguage()
  return useMay(settingRight(group, 'write')) ? null : problemText('right_missing', language)
}
