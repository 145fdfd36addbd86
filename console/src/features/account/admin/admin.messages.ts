import { fieldNames } from '@nameplane/contract/account/admin'
import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const adminMessages = defineMessages({
  zh: {
    title: '管理员',
    help: '管理员的权限由角色决定，不能授予超出自己的权限。至少保留一个启用的超级管理员。',
    add: '添加管理员',
    choices: { isSuper: { 1: '超级管理员', 0: '普通管理员' } },
    helps: { isSuper: '拥有全部权限，不受角色限制' },
    onlySuper: '只有超级管理员可以设置',
    noRoles: '没有角色',
    noRolesYet: '还没有角色，请先在“权限 › 角色”中添加',
    beyond: '超出你自己的权限',
    you: '你',
    editTitle: (name: string) => `修改 ${name}`,
    sessions: '登录会话',
    deleteAsk: (names: string) => `删除管理员 ${names}？其会话与令牌一并删除，此操作不可恢复。`,
    none: '没有符合条件的管理员',
    noneHelp: '更换筛选条件，或添加管理员',
    noSessionRight: '没有查看登录会话的权限',
    own: '不能对自己的账号执行此操作',
    ownPassword: '请在“修改密码”中修改自己的密码',
    onlySuperTouches: '只有超级管理员可以修改超级管理员',
    password: {
      title: '修改密码',
      help: '修改后，你在其他设备上的会话立即结束，当前会话保持不变',
      due: '请先设置新密码再继续',
      old: '原密码',
      submit: '修改密码',
      done: (count: number) => `密码已修改，其他 ${formatNumber(count, 'zh')} 个会话已结束`,
      refused: '以用户身份登录时不能修改密码',
    },
  },
  en: {
    title: 'Administrators',
    help: 'Roles decide what administrators can do. You cannot grant permissions you do not have. At least one super administrator must stay enabled.',
    add: 'Add administrator',
    choices: { isSuper: { 1: 'Super administrator', 0: 'Administrator' } },
    helps: { isSuper: 'Has all permissions, regardless of roles' },
    onlySuper: 'Only a super administrator can set this',
    noRoles: 'No roles',
    noRolesYet: 'No roles yet. Add one under Access › Roles.',
    beyond: 'Has permissions you do not have',
    you: 'you',
    editTitle: (name) => `Edit ${name}`,
    sessions: 'Sessions',
    deleteAsk: (names) => `Delete ${names}? Their sessions and API tokens are deleted too. This cannot be undone.`,
    none: 'No matching administrators',
    noneHelp: 'Change the filters or add an administrator',
    noSessionRight: 'You do not have permission to view the sessions of others',
    own: 'You cannot do this to your own account',
    ownPassword: 'Change your own password under “Change password”',
    onlySuperTouches: 'Only a super administrator can change a super administrator',
    password: {
      title: 'Change password',
      help: 'You are signed out on all other devices immediately and stay signed in here',
      due: 'Set a new password to continue',
      old: 'Current password',
      submit: 'Change password',
      done: (count) => `Password changed. ${counted(count, 'other session')} ended.`,
      refused: 'You cannot change passwords while signed in as another user',
    },
  },
})

export const adminWords = fieldWords(fieldNames, adminMessages, accountMessages)
