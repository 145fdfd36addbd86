import { rightOfScreen, tabsBeside, type SettingPath } from '@nameplane/contract/system/setting-screens'
import { useOwnRights } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { LinkTabs } from '../../../screen-parts/link-tabs.tsx'
import { settingMessages } from './setting.messages.ts'

/** The tabs beside a screen of the configuration that the caller may see; nothing where it stands alone. */
export function SettingTabs({ current }: { current: SettingPath }) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const held = useOwnRights()
  const tabs = tabsBeside(current).filter((tab) => held === null || held.has(rightOfScreen(tab)))
  return (
    <LinkTabs label={text.tabs} tabs={tabs.map(({ path, tab, title }) => ({ path, label: (tab ?? title)[language] }))} current={current} className="px-3" />
  )
}
