import { CallProblem } from '../api/call-problem.ts'
import { ChunkLoadError } from '../browser/chunk-loading.ts'
import { LogoMark } from '../entities/site/logo.tsx'
import { defineMessages, useText } from '../i18n/messages.ts'
import { QuietButton } from '../ui/button.tsx'
import { tryAgain } from './arrival.ts'

const messages = defineMessages({
  zh: {
    chunkTitle: '页面加载失败',
    chunkFailed: '页面脚本加载失败，请检查网络后重新加载',
    chunkTimeout: '页面脚本超过 120 秒仍未加载完成',
    serverTitle: '服务器没有响应',
    brokenTitle: '页面出错了',
    broken: '发生了意外错误。其他页面不受影响。',
    retry: '重试',
    requestId: (id: string) => `请求编号 ${id}`,
  },
  en: {
    chunkTitle: 'Page failed to load',
    chunkFailed: 'The page script failed to load. Check your connection and reload.',
    chunkTimeout: 'The page script did not load within 120 seconds',
    serverTitle: 'The server is not responding',
    brokenTitle: 'Something went wrong on this page',
    broken: 'An unexpected error occurred. Other pages are not affected.',
    retry: 'Try again',
    requestId: (id) => `Request ID ${id}`,
  },
})

/** Shown in place of a page whose code did not come, or that broke. */
export function LoadErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const text = useText(messages)
  const isChunk = error instanceof ChunkLoadError
  const problem = error instanceof CallProblem ? error : null
  const title = isChunk ? text.chunkTitle : problem ? text.serverTitle : text.brokenTitle
  const reason = isChunk ? (error.reason === 'timeout' ? text.chunkTimeout : text.chunkFailed) : (problem?.message ?? text.broken)

  function retry() {
    // After an upgrade the old page knows only the names of files that are gone.
    if (isChunk) return location.reload()
    reset()
    tryAgain()
  }

  return (
    <section role="alert" className="mx-auto flex min-h-96 max-w-md flex-col items-center justify-center gap-2 px-4 text-center">
      <LogoMark size={28} />
      <h1 className="mt-2 text-lg font-medium">{title}</h1>
      <p className="text-balance text-kumo-subtle">{reason}</p>
      {problem?.requestId && <p className="font-mono text-xs text-kumo-subtle">{text.requestId(problem.requestId)}</p>}
      <QuietButton className="mt-4" onClick={retry}>
        {text.retry}
      </QuietButton>
    </section>
  )
}
