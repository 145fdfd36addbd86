import type { Language } from '@nameplane/contract/problem-text'

/** What an HTTP status means to the person at the screen (spec point 8); 0 stands for no answer at all. */
const texts: Readonly<Record<number, { zh: string; en: string }>> = {
  0: { zh: '服务器返回失败', en: 'server returned failure' },
  1: { zh: '成功', en: 'success' },
  201: { zh: '新建或修改成功', en: 'created or modified' },
  202: { zh: '请求已进入后台队列', en: 'queued async' },
  204: { zh: '删除成功', en: 'deleted' },
  400: { zh: '请求有误', en: 'wrong request' },
  401: { zh: '没有权限（令牌无效、账号或密码错误、登录已过期）', en: 'no permission (token invalid, wrong credentials, login expired)' },
  402: { zh: '令牌已过期', en: 'token expired' },
  403: { zh: '禁止访问', en: 'forbidden' },
  404: { zh: '资源不存在', en: 'resource missing' },
  406: { zh: '请求的格式不可用', en: 'format unavailable' },
  410: { zh: '资源已被永久删除', en: 'permanently deleted' },
  500: { zh: '数据请求异常', en: 'data request exception' },
  502: { zh: '网关错误', en: 'gateway error' },
  503: { zh: '服务不可用或过载', en: 'service unavailable or overloaded' },
  504: { zh: '网关超时', en: 'gateway timeout' },
}

export const knownStatuses: readonly number[] = Object.keys(texts).map(Number)

/** `503 服务器错误：服务不可用或过载`; null for a status that the catalogue does not name. */
export function httpText(status: number, language: Language): string | null {
  const text = texts[status]?.[language]
  if (text === undefined) return null
  return language === 'zh' ? `${status} 服务器错误：${text}` : `${status} server error: ${text}`
}

/** For a status outside the catalogue that came without a message of its own. */
export function plainHttpText(status: number, language: Language): string {
  return language === 'zh' ? `${status} 服务器错误` : `${status} server error`
}
