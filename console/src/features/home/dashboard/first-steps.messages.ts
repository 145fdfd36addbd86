import type { FirstStep } from '@nameplane/contract/home/dashboard'
import { defineMessages } from '../../../i18n/messages.ts'

type Words = Readonly<Record<FirstStep, { readonly title: string; readonly help: string }>>

const zhSteps: Words = {
  nameservers: { title: '设置 NS', help: '默认服务组的 NS 只是占位名称，请改为自己的主机名，并指向节点' },
  domain: { title: '添加第一个域名', help: '添加后可以导入现有的区域文件' },
  answer: { title: '完成第一次查询', help: '在终端执行命令，节点应答后几秒内自动标记为完成' },
  administrators: { title: '添加第二位管理员', help: '管理员无法登录时，由另一位重置密码' },
  email: { title: '设置邮件服务器', help: '用于找回密码、消息与提醒' },
}

export const firstStepsMessages = defineMessages({
  zh: {
    title: '开始使用',
    progress: (done: number, all: number) => `已完成 ${done}/${all}`,
    hide: '不再显示',
    show: '显示开始使用的步骤',
    isDone: '已完成',
    isOpen: '未完成',
    steps: zhSteps,
    answerWaits: '添加域名并启动节点后，此处显示查询命令',
    secondFactor: '或启用二次验证',
  },
  en: {
    title: 'Get started',
    progress: (done, all) => `${done} of ${all} done`,
    hide: 'Do not show again',
    show: 'Show first steps',
    isDone: 'Done',
    isOpen: 'Not done',
    steps: {
      nameservers: {
        title: 'Set your name servers',
        help: 'The default service group has placeholder names. Replace them with host names of your own that point to your nodes.',
      },
      domain: { title: 'Add your first domain', help: 'Its zone file can be imported afterwards' },
      answer: { title: 'Query it once', help: 'Run the command in a terminal. The step is done a few seconds after a node answers.' },
      administrators: { title: 'Add a second administrator', help: 'If one cannot sign in, another can reset the password' },
      email: { title: 'Set up the mail server', help: 'For password resets, messages and notices' },
    },
    answerWaits: 'The command appears here once there are a domain and a node',
    secondFactor: 'Or enable two-factor authentication',
  },
})
