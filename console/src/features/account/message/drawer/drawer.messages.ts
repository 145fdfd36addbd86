import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../../../i18n/messages.ts'

/** The words of the header's button and of its drawer: few, since every page loads them. */
export const drawerMessages = defineMessages({
  zh: {
    administrators: '发布通知',
    users: '消息通知',
    open: (count: string) => (count === '' ? '消息' : `消息，${count} 条未读`),
    unread: '未读',
    read: '标为已读',
    readAll: '全部标为已读',
    allRead: '没有未读消息',
    notReader: '以用户身份登录时不会标为已读',
    write: '发布新通知',
    manage: '管理全部消息',
    none: '没有消息',
    noneHelp: '新的消息会出现在这里，无需刷新页面',
    pinned: '置顶',
    today: '今天',
    earlier: '更早',
    limited: (count: number) => `只显示最近 ${count} 条`,
    arrived: (title: string) => `新消息：${title}`,
  },
  en: {
    administrators: 'Publish notice',
    users: 'Message notice',
    open: (count) => (count === '' ? 'Messages' : `Messages, ${count} unread`),
    unread: 'Unread',
    read: 'Mark as read',
    readAll: 'Mark all as read',
    allRead: 'No unread messages',
    notReader: 'Nothing is marked as read while you are signed in as the user',
    write: 'Publish new notice',
    manage: 'Manage all messages',
    none: 'No messages',
    noneHelp: 'New messages appear here without reloading',
    pinned: 'Pinned',
    today: 'Today',
    earlier: 'Earlier',
    limited: (count) => `Showing the latest ${counted(count, 'message')}`,
    arrived: (title) => `New message: ${title}`,
  },
})
