import type { Language } from '@nameplane/contract/problems'

/** The message to whoever had a domain until now. Names of domains have no signs that HTML reads. */
export function retrievedMessage(language: Language, domain: string): { title: string; content: string } {
  return language === 'zh'
    ? {
        title: `域名 ${domain} 已被找回`,
        content: `<p>域名 <strong>${domain}</strong> 的控制者已通过 TXT 记录完成验证，该域名及其解析记录已转给其他用户。</p><p>如有疑问，请联系管理员。</p>`,
      }
    : {
        title: `Domain ${domain} was retrieved`,
        content: `<p>A TXT record showed who controls <strong>${domain}</strong>. The domain and its records now belong to another user.</p><p>If you have questions, contact the administrator.</p>`,
      }
}
