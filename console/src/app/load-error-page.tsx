import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CallProblem } from '../api/call-problem.ts'
import { ChunkLoadError } from '../browser/chunk-loading.ts'
import { LogoMark } from '../entities/site/logo.tsx'
import { defineMessages, useText } from '../i18n/messages.ts'
import { quietButton } from '../ui/classes.ts'

const messages = defineMessages({
  zh: {
    chunkTitle: '页面加载失败',
    chunkFailed: '页面脚本未能加载，可能是网络中断，或系统刚刚升级。',
    chunkTimeout: '页面脚本超过 120 秒仍未加载完成。',
    serverTitle: '服务器没有响应',
    brokenTitle: '页面出错了',
    broken: '这个页面遇到了意外的错误。其他页面不受影响。',
    retry: '重试',
    requestId: (id: string) => `请求编号 ${id}`,
  },
  en: {
    chunkTitle: 'The page did not load',
    chunkFailed: 'Its script could not be fetched: the connection broke, or the console has just been upgraded.',
    chunkTimeout: 'Its script did not arrive within 120 seconds.',
    serverTitle: 'The server gives no answer',
    brokenTitle: 'Something went wrong on this page',
    broken: 'This page met an unexpected error. Other pages are not affected.',
    retry: 'Try again',
    requestId: (id) => `Request ${id}`,
  },
})

/** Shown in place of a page whose code did not come, or that broke. */
export function LoadErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const text = useText(messages)
  const router = useRouter()
  const isChunk = error instanceof ChunkLoadError
  const problem = error instanceof CallProblem ? error : null
  const title = isChunk ? text.chunkTitle : problem ? text.serverTitle : text.brokenTitle
  const reason = isChunk ? (error.reason === 'timeout' ? text.chunkTimeout : text.chunkFailed) : (problem?.message ?? text.broken)

  function retry() {
    // After an upgrade the old page knows only the names of files that are gone.
    if (isChunk) return location.reload()
    reset()
    void router.invalidate()
  }

  return (
    <section role="alert" className="mx-auto flex min-h-96 max-w-md flex-col items-center justify-center gap-2 px-4 text-center">
      <LogoMark size={28} />
      <h1 className="mt-2 text-lg font-medium">{title}</h1>
      <p className="text-balance text-kumo-subtle">{reason}</p>
      {problem?.requestId && <p className="font-mono text-xs text-kumo-subtle">{text.requestId(problem.requestId)}</p>}
      <button type="button" className={`${quietButton} mt-4`} onClick={retry}>
        {text.retry}
      </button>
    </section>
  )
}
