import { useState } from 'react'
import UserSwitchIcon from 'icon:user-switch'
import { endImpersonation } from '../api/impersonation.ts'
import { defineMessages, useText } from '../i18n/messages.ts'
import { QuietButton } from '../ui/button.tsx'
import { StandingBanner } from './standing-banner.tsx'

const messages = defineMessages({
  zh: {
    acting: (name: string) => `你正以 ${name} 的身份登录`,
    meaning: (administrator: string) => `所有操作都会同时记录 ${administrator}。不能修改密码、二次验证与令牌。`,
    leave: '返回',
    leaving: '正在返回…',
  },
  en: {
    acting: (name) => `You are signed in as ${name}`,
    meaning: (administrator) => `All actions are also recorded for ${administrator}. You cannot change passwords, two-factor authentication or tokens.`,
    leave: 'Return',
    leaving: 'Returning…',
  },
})

/** Stands over every screen while an administrator acts as a user. */
export function ImpersonationBanner({ username, administrator }: { username: string; administrator: string }) {
  const text = useText(messages)
  const [isLeaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await endImpersonation()
    setLeaving(false)
  }
  return (
    <StandingBanner
      icon={<UserSwitchIcon size={17} aria-hidden="true" className="shrink-0" />}
      title={text.acting(username)}
      meaning={text.meaning(administrator)}
    >
      <QuietButton className="h-7" disabled={isLeaving} onClick={() => void leave()}>
        {isLeaving ? text.leaving : text.leave}
      </QuietButton>
    </StandingBanner>
  )
}
