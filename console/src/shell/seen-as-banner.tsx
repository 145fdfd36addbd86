import EyeIcon from 'icon:eye'
import { defineMessages, useText } from '../i18n/messages.ts'
import { QuietButton } from '../ui/button.tsx'
import { StandingBanner } from './standing-banner.tsx'

const messages = defineMessages({
  zh: { seenAs: (name: string) => `正在以角色“${name}”的视角查看`, meaning: '菜单、按钮和数据都按该角色显示，不能修改任何内容', leave: '退出查看' },
  en: { seenAs: (name) => `Viewing as role “${name}”`, meaning: 'Menu, buttons and data match this role. You cannot change anything.', leave: 'Exit view' },
})

/** Stands over every screen while an administrator looks at the console through a role. */
export function SeenAsBanner({ name, onLeave }: { name: string; onLeave: () => void }) {
  const text = useText(messages)
  return (
    <StandingBanner icon={<EyeIcon size={17} aria-hidden="true" className="shrink-0" />} title={text.seenAs(name)} meaning={text.meaning}>
      <QuietButton className="h-7" onClick={onLeave}>
        {text.leave}
      </QuietButton>
    </StandingBanner>
  )
}
