import { registerProblems } from '../problem-text.ts'

/** Refusals about scheduled jobs. */
export const jobProblems = {
  cron_five_fields: { zh: '请填写 5 段：分 时 日 月 周', en: 'Enter 5 fields: minute, hour, day, month, weekday' },
  cron_field_invalid: { zh: '第 {position} 段“{text}”格式错误', en: 'Invalid field {position}: “{text}”' },
  cron_never: { zh: '该表达式没有可执行的日期', en: 'This schedule never runs' },
  time_zone_unknown: { zh: '时区不存在', en: 'Time zone not found' },
  resolver_invalid: { zh: '递归服务器格式错误：{line}', en: 'Invalid resolver address: {line}' },
  job_missing: { zh: '任务不存在', en: 'Job not found' },
  job_kind_missing: { zh: '处理程序不存在', en: 'Handler not found' },
  job_own_stays: { zh: '“{name}”是平台自身的任务，不能删除', en: '“{name}” is a built-in job and cannot be deleted' },
  job_own_kind: { zh: '平台自身的任务不能更换处理程序', en: 'The handler of built-in jobs cannot be changed' },
  job_stays_on: { zh: '“{name}”不能暂停', en: '“{name}” cannot be paused' },
  job_running: { zh: '“{name}”正在执行', en: '“{name}” is already running' },
  job_name_taken: { zh: '任务名称已存在', en: 'Job name already exists' },
  run_skipped_missed: { zh: '错过了执行时间，按设置不补执行', en: 'Skipped: scheduled time missed' },
  run_skipped_overlap: { zh: '上一次执行还没有结束，按设置跳过', en: 'Skipped: the previous run had not finished' },
  run_skipped_full: { zh: '排队的执行过多，已跳过', en: 'Skipped: too many runs queued' },
  run_interrupted: { zh: '执行中服务进程结束', en: 'Server process ended during the run' },
  run_timed_out: { zh: '超过了执行时限', en: 'Time limit exceeded' },
  run_stopped: { zh: '已手动停止', en: 'Stopped manually' },
  run_params_wrong: { zh: '参数已不符合处理程序的要求', en: 'Parameters no longer match the handler' },
  run_failed_as_set: { zh: '试运行已按设置失败', en: 'Trial run failed as configured' },
  run_audit_broken: { zh: '审计链断裂，未删除过期日志', en: 'Audit trail broken. Expired entries are kept.' },
  run_no_resolver: { zh: '没有可用的递归服务器，无法检测任何域名', en: 'No resolver responded. No domain can be checked.' },
  run_missing: { zh: '执行记录不存在', en: 'Run not found' },
  run_over: { zh: '这次执行已经结束', en: 'Run already finished' },
} as const

registerProblems(jobProblems)
