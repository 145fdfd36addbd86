import { defineMessages } from '../../../../i18n/messages.ts'

export const reviewMessages = defineMessages({
  zh: {
    title: '核对修改', close: '关闭', fullScreen: '全屏', cancel: '返回编辑', save: '保存', saving: '正在保存',
    views: { plain: '对照', zone: '区域文件' }, view: '显示方式', checking: '正在检查',
    ops: { add: '新增', update: '修改', delete: '删除' },
    errors: (count: number) => `${count} 处错误，改正后才能保存`, conflicts: (count: number) => `${count} 条记录已被他人修改，请逐条选择`, clean: '检查通过',
    acknowledge: '我已了解以下警告，仍要保存', warnings: (count: number) => `${count} 条警告`,
    yours: '我的', theirs: '他人现在的', base: '我看到的', keepMine: '保留我的', takeTheirs: '采用他人的', deletedByOthers: '已被他人删除', editEdit: '修改', dropEdit: '撤销', mends: { add_default: '同时添加默认线路', use_ttl: '改用这个 TTL' },
    ttl: (seconds: number) => `TTL ${seconds}`, weight: (weight: number) => `权重 ${weight}`, paused: '暂停',
  },
  en: {
    title: 'Review edits', close: 'Close', fullScreen: 'Full screen', cancel: 'Back to editing', save: 'Save', saving: 'Saving',
    views: { plain: 'Plain', zone: 'Zone file' }, view: 'View', checking: 'Checking',
    ops: { add: 'Add', update: 'Change', delete: 'Delete' },
    errors: (count) => (count === 1 ? '1 error must be mended before saving' : `${count} errors must be mended before saving`), conflicts: (count) => `Somebody else changed ${count} of these records; choose for each`, clean: 'Checks passed',
    acknowledge: 'I have read these warnings and want to save', warnings: (count) => (count === 1 ? '1 warning' : `${count} warnings`),
    yours: 'Mine', theirs: 'Theirs now', base: 'What I saw', keepMine: 'Keep mine', takeTheirs: 'Take theirs', deletedByOthers: 'Deleted by somebody else', editEdit: 'Edit', dropEdit: 'Undo', mends: { add_default: 'Also add the default line', use_ttl: 'Use that TTL' },
    ttl: (seconds) => `TTL ${seconds}`, weight: (weight) => `weight ${weight}`, paused: 'paused',
  },
})
