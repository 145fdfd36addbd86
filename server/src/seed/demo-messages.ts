import type { Db } from '../db/connection.ts'
import { saveMessage } from '../features/account/message/message.service.ts'
import type { Actor } from '../access/actor.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'

const messages = [
  {
    title: '欢迎使用',
    content:
      '<p>域名已经可以应答。修改记录后，<strong>几秒内</strong>在所有节点生效；每次修改都能在历史中找到，并可随时恢复。</p><p>疑问请联系 <a href="mailto:support@nameplane.example">support@nameplane.example</a>。</p>',
    type: 2,
    audience: 'all',
    pinned: true,
    action: 'publish',
  },
  {
    title: '节点维护通知',
    content:
      '<h3>时间</h3><p>周六 02:00–03:00（北京时间）</p><h3>影响</h3><ul><li><p>华东节点轮换重启，应答不中断</p></li><li><p>新的修改最多延迟 1 分钟生效</p></li></ul>',
    type: 2,
    audience: 'all',
    action: 'publish',
  },
  {
    title: 'DNSSEC for your domains',
    content:
      '<p>You can sign your domains soon. Nothing changes until you enable it:</p><ol><li><p>Open the settings of a domain</p></li><li><p>Copy the DS record to your registrar</p></li></ol>',
    type: 1,
    audience: 'class',
    classes: ['user', 'agent'],
    action: 'publish',
  },
  { title: '年度巡检安排', content: '<p>待确认后发布。</p>', type: 2, audience: 'class', classes: ['administrator'], action: 'draft' },
  {
    title: '工单 #1024：解析未生效',
    content: '<p>北京电信反馈 <strong>www</strong> 仍指向旧地址。已确认各节点均已更新，旧应答将在 TTL（600 秒）到期后消失。</p>',
    type: 3,
    audience: 'class',
    classes: ['user'],
    action: 'publish',
  },
  {
    title: '价格调整预告',
    content: '<p>下月起套餐价格不变，自定义线路数量提升至 50 条。</p>',
    type: 1,
    audience: 'class',
    classes: ['user', 'agent'],
    action: 'schedule',
  },
] as const

/** Days ago that each of them was written. Nobody has received what is older than the account, so that one is of now. */
const ages = [38, 0, 11, 3, 1, 0.5]

/** What the demo world has to say to its accounts, and when it did. */
export function messageEvents(db: Db, actor: Actor, now: Date): PastEvent[] {
  return messages.map((planned, index) => {
    const at = daysBefore(now, ages[index]!)
    return { at, work: () => write(db, { ...actor, seededAt: at }, planned, at) }
  })
}

async function write(db: Db, actor: Actor, planned: (typeof messages)[number], at: Date): Promise<void> {
  const id = await saveMessage(db, actor, {
    pinned: false,
    ...planned,
    classes: 'classes' in planned ? [...planned.classes] : [],
    id: undefined,
    rowVersion: undefined,
    accountIds: undefined,
    publishTime: planned.action === 'schedule' ? daysBefore(new Date(), -20) : undefined,
  })
  const published = planned.action === 'publish' ? { publish_at: at } : {}
  await db
    .updateTable('message')
    .set({ ...published, created_at: at, updated_at: at })
    .where('id', '=', id)
    .execute()
}
