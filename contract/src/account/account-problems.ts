import { registerProblems } from '../problem-text.ts'

/** What can be wrong with the fields of accounts of every kind. */
export const accountFieldProblems = {
  invalid_username: { zh: '用户名格式错误，只能包含字母、数字和 @ . _ -（3～30）', en: 'Invalid username. Use 3 to 30 letters, digits and @ . _ -' },
  username_taken: { zh: '用户名已存在', en: 'Username already exists' },
  email_taken: { zh: '邮箱已被其他账号使用', en: 'Another account uses this email address' },
  mobile_taken: { zh: '手机号已被其他账号使用', en: 'Another account uses this phone number' },
  passwords_differ: { zh: '两次输入的密码不一致', en: 'Passwords do not match' },
  password_unchanged: { zh: '新密码不能与原密码相同', en: 'The new password must differ from the current one' },
  password_too_short: { zh: '管理员密码不能少于 {minimum} 个字符', en: 'Administrator passwords require at least {minimum, character}' },
  password_common: { zh: '密码过于常见，容易被猜到', en: 'This password is too common' },
  password_guessable: {
    zh: '密码强度不足，容易被猜到。请加长，或避免常见词、年份和键盘上相邻的字符。',
    en: 'Password too easy to guess. Use more characters, or avoid common words, years and keyboard patterns.',
  },
} as const
registerProblems(accountFieldProblems)
