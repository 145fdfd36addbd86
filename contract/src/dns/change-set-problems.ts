import { registerProblems } from '../problem-text.ts'
import { domainLinesProblems } from './domain-lines.ts'

/** What calls of change sets are refused with, beside what refuses records. */
export const changeSetProblems = {
  ...domainLinesProblems,
  domain_line_unknown: { zh: '域名不存在：{line}', en: 'Domain not found: {line}' },
  no_domain_fits: { zh: '没有符合条件的域名', en: 'No matching domains' },
  nothing_to_change: { zh: '没有可以执行的修改', en: 'Nothing to change' },
  moment_unfit: { zh: '执行时间必须在现在之后、90 天之内', en: 'The time must be in the future, within 90 days' },
  change_set_key_used: {
    zh: '该提交标识已用于内容不同的操作，请查看批量操作记录',
    en: 'This key was already used with other content. See the bulk operation log.',
  },
  change_set_missing: { zh: '批量操作不存在', en: 'Bulk operation not found' },
  change_set_of_other: { zh: '只有提交人可以执行此操作', en: 'Only the author can do this' },
  change_set_ended: { zh: '批量操作已结束', en: 'The bulk operation has ended' },
  change_set_nothing_failed: { zh: '没有失败的域名', en: 'No domain failed' },
  change_set_nothing_done: { zh: '没有可以撤销的修改', en: 'There is nothing to undo' },
  change_set_is_undo: { zh: '撤销操作本身不能再撤销', en: 'An undo cannot be undone' },
  change_set_being_undone: { zh: '正在撤销，请等待完成', en: 'An undo is already running' },
  change_set_not_awaiting: { zh: '该操作不在等待审批，或审批期限已过', en: 'The operation does not wait for approval, or the time to approve it has passed' },
  change_set_own: { zh: '不能审批自己提交的操作', en: 'You cannot approve or decline your own operation' },
  change_set_beyond_reach: { zh: '该操作包含数据范围以外的域名', en: 'The operation includes domains outside your data scope' },
  changed_since_submitted: {
    zh: '提交之后域名已被修改，未执行，请重新提交',
    en: 'Not done: the domain was changed after this was submitted. Submit it again.',
  },
  more_than_confirmed: {
    zh: '执行时将修改或删除 {count} 条记录，超过已确认的数量，未执行，请重新提交',
    en: 'Not done: {count, record} would have been edited or deleted, more than were confirmed. Submit it again.',
  },
  change_set_author_gone: { zh: '提交人已停用或删除，或其 API 令牌已失效', en: 'The author is disabled or deleted, or their API token is no longer valid' },
  records_changed_since: { zh: '此后记录已被修改，未撤销：{record}', en: 'Not undone: changed since: {record}' },
  domain_changed_since: { zh: '此后域名已被修改，未撤销', en: 'Not undone: the domain was changed since' },
  undone_already: { zh: '已撤销', en: 'Already undone' },
  change_set_not_watched: { zh: '该操作没有在观察中', en: 'The operation is not being watched' },
  change_set_not_begun: { zh: '操作开始执行之前不能停止观察', en: 'The watch cannot be stopped before the operation starts' },
  watch_figures_gone: {
    zh: '平台停止期间统计数据已过保留期，未判断',
    en: 'Not judged: the statistics are no longer kept, because the platform was stopped for too long',
  },
  watch_errors_unknown: {
    zh: '未判断：更新平台之前的错误没有统计，无法比较',
    en: 'Not judged: errors before the platform was updated were not counted, so there is nothing to compare with',
  },
  import_text_gone: { zh: '导入内容已过保留期，请重新导入', en: 'The imported text is no longer kept. Import it again.' },
  import_domain_unknown: {
    zh: '无法确定所属域名：请使用域名列、$ORIGIN，或以域名命名文件',
    en: 'Unknown domain. Add a domain column or $ORIGIN, or name the file after its domain.',
  },
  pattern_unfit: { zh: '正则表达式有误，或使用了反向引用', en: 'Invalid regular expression, or one with back references' },
  pattern_too_slow: { zh: '正则表达式匹配过慢，请简化或缩小范围', en: 'The regular expression takes too long. Simplify it or narrow the filter.' },
  value_too_short_to_find: { zh: '按记录值查找至少输入 3 个字符', en: 'Enter at least 3 characters of the value' },
  placeholder_unknown: { zh: '批量操作只支持占位符 {allowed}，不支持：{names}', en: 'Only the placeholders {allowed} can be used here, not {names}' },
} as const
registerProblems(changeSetProblems)
