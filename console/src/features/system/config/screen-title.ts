import { configScreen, type ConfigPath } from '@nameplane/contract/system/config-screens'
import { useLanguage } from '../../../i18n/language.ts'

/** What a screen of the configuration is called. */
export const useScreenTitle = (path: ConfigPath): string => configScreen(path).title[useLanguage()]
