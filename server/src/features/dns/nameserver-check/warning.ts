import { counted } from '@nameplane/contract/counted'
import { limits } from '@nameplane/contract/limits'
import type { Language } from '@nameplane/contract/problems'

export type Warning = { domain: string; found: readonly string[]; expected: readonly string[]; daysLeft: number }

const days = limits.wrongNameserversRemovalDays

/** The message to the owner of a domain that is delegated elsewhere. */
export function warningMessage(language: Language, { domain, found, expected, daysLeft }: Warning): { title: string; content: string } {
  const list = (names: readonly string[], none: string): string => (names.length === 0 ? none : names.map(escaped).join(', '))
  return language === 'zh'
    ? {
        title: `域名 ${domain} 的 DNS 服务器不正确，将在 ${daysLeft} 天后移除`,
        content: `<p>域名 <strong>${escaped(domain)}</strong> 的 DNS 服务器没有指向平台，连续 ${days} 天不正确的域名会被移除。</p><p>当前：${list(found, '没有')}<br>应为：${list(expected, '')}</p><p>请在 ${daysLeft} 天内到域名注册商处修改，修改后无需其他操作。</p>`,
      }
    : {
        title: `Incorrect name servers: ${domain} will be removed in ${counted(daysLeft, 'day')}`,
        content: `<p>The name servers of <strong>${escaped(domain)}</strong> do not point to this platform. Domains with incorrect name servers for ${counted(days, 'day')} are removed.</p><p>Current: ${list(found, 'none')}<br>Correct: ${list(expected, '')}</p><p>Change them at your registrar within ${counted(daysLeft, 'day')}. Nothing else is required.</p>`,
      }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
}
