import { defineMessages, useText } from '../i18n/messages.ts'
import { ScreenLink } from '../routing/screen-link.tsx'
import { quietButton } from '../ui/classes.ts'
import { consolePath } from './guard.ts'

const messages = defineMessages({
  zh: {
    notFound: '页面不存在',
    notFoundReason: '地址有误，或页面已移走',
    noRight: '没有权限查看此页面',
    noRightReason: '如有需要，请联系管理员为你的角色开通',
    home: '返回首页',
  },
  en: {
    notFound: 'Page not found',
    notFoundReason: 'The address is incorrect or the page has moved',
    noRight: 'You do not have permission to view this page',
    noRightReason: 'If you need it, ask an administrator to add it to your role',
    home: 'Back to home',
  },
})

export function NotFoundPage() {
  const text = useText(messages)
  return <AbsentPage mark="404" title={text.notFound} reason={text.notFoundReason} />
}

export function NoRightPage() {
  const text = useText(messages)
  return <AbsentPage mark="403" title={text.noRight} reason={text.noRightReason} />
}

function AbsentPage({ mark, title, reason }: { mark: string; title: string; reason: string }) {
  const text = useText(messages)
  return (
    <div className="flex min-h-96 flex-col items-center justify-center gap-2 text-center">
      <p className="font-mono text-sm text-kumo-subtle">{mark}</p>
      <h1 className="text-lg font-medium">{title}</h1>
      <p className="text-balance text-kumo-subtle">{reason}</p>
      <ScreenLink to={consolePath} className={`${quietButton} mt-4`}>
        {text.home}
      </ScreenLink>
    </div>
  )
}
