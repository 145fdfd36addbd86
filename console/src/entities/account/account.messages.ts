import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../i18n/messages.ts'

export const accountMessages = defineMessages({
  zh: {
    helps: {
      username: '3～30 个字符，只能包含字母、数字和 @ . _ -',
      language: '登录后首先使用的语言，之后可以自行切换',
      resetDue: '设置新密码之前不能进行其他操作',
      administratorPassword: (minimum: number) => `至少 ${minimum} 个字符，不能使用常见或容易猜到的密码`,
      userPassword: '4～32 个字符，不能包含中文',
      unvalidModel: '勾选的菜单对该账号不显示；隐藏只是不显示，权限由角色决定',
      hiddenCount: (count: number) => (count === 0 ? '全部显示' : `隐藏 ${count} 项`),
    },
    resetAtFirst: '下次登录须修改密码',
    choices: { status: { 1: '启用', 0: '停用' }, language: { '': '跟随控制台', cn: '简体中文', en: 'English' } },
    never: '从未登录',
    enable: '启用',
    disable: '停用',
    resetPassword: '重置密码',
    search: '名称、邮箱、手机',
    disableAsk: (names: string) => `停用 ${names}？现有会话立即结束，停用后不能登录。`,
    setPassword: { title: (name: string) => `重置 ${name} 的密码`, text: '保存后，该账号的所有会话立即结束' },
  },
  en: {
    helps: {
      username: '3–30 letters, digits and @ . _ -',
      language: 'Language after sign-in. It can be changed at any time.',
      resetDue: 'Nothing else is possible until the new password is set',
      administratorPassword: (minimum) => `At least ${counted(minimum, 'character')}. Common and easily guessed passwords are rejected.`,
      userPassword: '4–32 characters, no Chinese characters',
      unvalidModel: 'Selected menus are hidden. This does not restrict access: permissions come from roles.',
      hiddenCount: (count) => (count === 0 ? 'None hidden' : `${count} hidden`),
    },
    resetAtFirst: 'Require new password at next sign-in',
    choices: { status: { 1: 'Enabled', 0: 'Disabled' }, language: { '': 'Same as console', cn: '简体中文', en: 'English' } },
    never: 'Never',
    enable: 'Enable',
    disable: 'Disable',
    resetPassword: 'Reset password',
    search: 'Name, email or mobile',
    disableAsk: (names) => `Disable ${names}? They are signed out immediately and cannot sign in.`,
    setPassword: { title: (name) => `Reset password for ${name}`, text: 'This account is signed out everywhere' },
  },
})
