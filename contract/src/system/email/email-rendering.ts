import type { Language } from '../../problem-text.ts'
import { emailDefaults, type EmailWords } from './email-defaults.ts'
import type { EmailScenarioKey } from './email-scenarios.ts'
import type { EmailTemplate } from './email-template.ts'
import { escapedHtml, filledHtml, filledText, textOfHtml } from './email-text.ts'

/** The words of a scenario: an administrator's where there are some, else the platform's own. */
export function emailWords(scenario: EmailScenarioKey, templates: readonly EmailTemplate[], language: Language): EmailWords {
  return templates.find((template) => template.name === scenario)?.[language] ?? emailDefaults[scenario][language]
}

/** Whether letters of a scenario are sent at all. */
export function isEmailOn(scenario: string, templates: readonly EmailTemplate[]): boolean {
  return templates.find((template) => template.name === scenario)?.status !== 0
}

/** The HTML around every letter: readers of mail know tables and inline styles, and little else. */
function framed(content: string, subject: string, language: Language, site: string): string {
  const footer = language === 'zh' ? `此邮件由 ${escapedHtml(site)} 自动发送，请勿直接回复` : `Sent automatically by ${escapedHtml(site)}. Please do not reply.`
  const font = "font-family:Inter,'PingFang SC','Microsoft YaHei','Noto Sans SC',Arial,sans-serif"
  return `<!DOCTYPE html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(subject)}</title></head>
<body style="margin:0;padding:0;background-color:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f4f5f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background-color:#ffffff;border:1px solid #e5e7eb;border-radius:8px">
<tr><td style="padding:20px 28px 0;${font};font-size:16px;font-weight:600;color:#111827">${escapedHtml(site)}</td></tr>
<tr><td style="padding:8px 28px 24px;${font};font-size:14px;line-height:1.7;color:#1f2937">
${content}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td style="padding:12px 28px;${font};font-size:12px;line-height:1.6;color:#6b7280">${footer}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** A letter as it is sent: variables put in, the HTML within the platform's frame, the plain text beside it. */
export function renderedEmail(words: EmailWords, language: Language, values: Readonly<Record<string, string>>): EmailWords {
  const subject = filledText(words.subject, values)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const content = filledHtml(words.html, values)
  const text = words.text === '' ? textOfHtml(content) : filledText(words.text, values)
  return { subject, html: framed(content, subject, language, values['site'] ?? ''), text: `${text}\n` }
}
