/** Refusals about scheduled jobs. */
export const jobProblems = {
  cron_five_fields: { zh: '请填写 5 段：分 时 日 月 周', en: 'Five fields are needed: minute, hour, day, month, weekday' },
  cron_field_invalid: { zh: '第 {position} 段“{text}”格式错误', en: 'Field {position}, “{text}”, is not right' },
  cron_never: { zh: '这样的日期永远不会到来', en: 'Such a day never comes' },
  time_zone_unknown: { zh: '没有这个时区', en: 'There is no such time zone' },
  job_missing: { zh: '任务不存在', en: 'The job does not exist' },
  job_kind_missing: { zh: '没有这种处理程序', en: 'There is no such handler' },
  job_own_stays: { zh: '“{name}”是平台自身的任务，不能删除', en: '“{name}” is the platform’s own job and cannot be deleted' },
  job_own_kind: { zh: '平台自身的任务不能更换处理程序', en: 'The handler of the platform’s own jobs cannot be changed' },
  job_stays_on: { zh: '“{name}”不能暂停', en: '“{name}” must not be paused' },
  job_running: { zh: '“{name}”正在执行', en: '“{name}” is running already' },
  job_name_taken: { zh: '已有同名任务', en: 'There is a job of this name' },
  run_missing: { zh: '执行记录不存在', en: 'The run does not exist' },
  run_over: { zh: '这次执行已经结束', en: 'This run is over' },
} as const
