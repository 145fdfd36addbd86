import { setLanguage, useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { learnRefusals } from './refusals.ts'
import { sessionMessages } from './session.messages.ts'

/** The other language, before anybody is signed in. */
export function LanguageButton() {
  const text = useText(sessionMessages)
  const language = useLanguage()
  return (
    <button
      type="button"
      lang={language === 'zh' ? 'en' : 'zh-CN'}
      aria-label={text.otherLanguage}
      title={text.otherLanguage}
      onClick={() => void learnRefusals().then(() => setLanguage(language === 'zh' ? 'en' : 'zh'))}
      className="h-8 cursor-pointer rounded-md px-2.5 text-sm text-kumo-subtle transition-colors hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus"
    >
      {language === 'zh' ? 'English' : '中文'}
    </button>
  )
}
