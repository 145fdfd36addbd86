import { settingScreen, type SettingPath } from '@nameplane/contract/system/setting-screens'
import { useLanguage } from '../../../i18n/language.ts'

/** What a screen of the configuration is called. */
export const useScreenTitle = (path: SettingPath): string => settingScreen(path).title[useLanguage()]
