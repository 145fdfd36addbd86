import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../i18n/messages.ts'

export const passwordMeterMessages = defineMessages({
  zh: {
    strength: '密码强度',
    levels: { 1: '很弱', 2: '较弱', 3: '良好', 4: '强' },
    complete: '符合要求',
    lacking: '还需要',
    lacks: {
      form: '4～32 个字符，不含中文',
      length: (minimum: number, typed: number) => `至少 ${minimum} 个字符（现在 ${typed} 个）`,
      common: '不使用常见密码、键盘顺序或账号名称',
      guessable: '更难猜到：加长，或减少常见词、年份和键盘顺序',
    },
  },
  en: {
    strength: 'Password strength',
    levels: { 1: 'Very weak', 2: 'Weak', 3: 'Good', 4: 'Strong' },
    complete: 'Meets the requirements',
    lacking: 'Still required',
    lacks: {
      form: '4–32 characters, none of them Chinese',
      length: (minimum, typed) => `At least ${counted(minimum, 'character')} (currently ${typed})`,
      common: 'No common password, keyboard pattern or account name',
      guessable: 'Harder to guess: more characters, or fewer common words, years and keyboard patterns',
    },
  },
})
