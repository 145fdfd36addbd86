import type { Language } from '@nameplane/contract/problems'

/** The letter with the code, in the language of the page that asked for it. */
export function resetLetter(language: Language, username: string, code: string, minutes: number): { subject: string; text: string } {
  return language === 'zh'
    ? {
        subject: `${code} 是你的验证码`,
        text: `账号 ${username} 正在找回密码。\n\n验证码：${code}\n\n${minutes} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略这封邮件，密码不会改变。\n`,
      }
    : {
        subject: `${code} is your code`,
        text: `Somebody asked for a new password of the account ${username}.\n\nCode: ${code}\n\nIt is good for ${minutes} minutes and for one use. If it was not you, ignore this mail; the password stays as it is.\n`,
      }
}
