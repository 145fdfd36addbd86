import { limits } from '@nameplane/contract/limits'
import type { Language } from '@nameplane/contract/problems'

export type Warning = { domain: string; found: readonly string[]; expected: readonly string[]; daysLeft: number }

const days = limits.wrongNameserversRemovalDays

/** The message to the owner of a domain that is delegated elsewhere. */
export function warningMessage(language: Language, { domain, found, expected, daysLeft }: Warning): { title: string; content: string } {
  const list = (names: readonly string[], none: string): string => (names.length === 0 ? none : names.map(escaped).join(', '))
  return language === 'zh'
    ? {
        title: `域名 ${domain} 的 DNS 服务器不正确，还有 ${daysLeft} 天将被移除`,
        content: `<p>域名 <strong>${escaped(domain)}</strong> 的 DNS 服务器没有指向本平台，连续 ${days} 天不正确的域名会被移除。</p><p>当前：${list(found, '没有')}<br>应为：${list(expected, '')}</p><p>请在 ${daysLeft} 天内到域名注册商处修改；改好后无需其他操作。</p>`,
      }
    : {
        title: `The name servers of ${domain} are wrong: it is removed in ${daysLeft} day${daysLeft === 1 ? '' : 's'}`,
        content: `<p>The name servers of <strong>${escaped(domain)}</strong> do not lead to this platform. A domain whose name servers are wrong for ${days} days is removed.</p><p>Now: ${list(found, 'none')}<br>Right: ${list(expected, '')}</p><p>Change them at the registrar within ${daysLeft} day${daysLeft === 1 ? '' : 's'}; nothing else is needed.</p>`,
      }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
}
