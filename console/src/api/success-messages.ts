import { defineMessages } from '../i18n/messages.ts'

/** What a change that went well says (spec point 8). */
export const successMessages = defineMessages({
  zh: { settingSaved: '保存配置成功', done: '操作成功', deleted: '删除成功', added: '添加成功', changed: '修改成功', saved: '保存成功' },
  en: { settingSaved: 'Save config success', done: 'Done', deleted: 'Deleted', added: 'Added', changed: 'Changed', saved: 'Saved' },
})
