import * as z from 'zod/mini'
import { numeric } from '../../paging.ts'
import { jobKind } from '../job-kind.ts'

/* What the platform does to keep itself in order. */

const nothing = { params: z.object({}), fields: [] } as const

export const messagePublishDue = jobKind('message_publish_due', {
  ...nothing,
  title: { zh: '发布定时消息', en: 'Publish scheduled messages' },
  does: { zh: '将到时间的定时消息发布给接收人', en: 'Publishes scheduled messages when they are due' },
  own: { cron: '* * * * *', staysOn: null },
})

export const messageImageDeleteUnused = jobKind('message_image_delete_unused', {
  ...nothing,
  title: { zh: '清理未使用的消息图片', en: 'Delete unused message images' },
  does: { zh: '删除已上传但没有任何消息使用的图片', en: 'Deletes uploaded images that no message uses' },
  own: { cron: '43 3 * * *', staysOn: null, retries: 1, retryPauseSeconds: 600 },
})

export const sitePictureDeleteUnused = jobKind('site_picture_delete_unused', {
  ...nothing,
  title: { zh: '清理未使用的网站图片', en: 'Delete unused site images' },
  does: {
    zh: '删除已上传但网站设置及其历史版本都没有使用的图片',
    en: 'Deletes uploaded images that neither the current nor an earlier version of the site settings uses',
  },
  own: { cron: '53 3 * * *', staysOn: null, retries: 1, retryPauseSeconds: 600 },
})

export const captchaDeleteOld = jobKind('captcha_delete_old', {
  ...nothing,
  title: { zh: '清理过期图形验证码', en: 'Delete expired captchas' },
  does: { zh: '删除已过期的图形验证码', en: 'Deletes expired captchas' },
  own: { cron: '* * * * *', staysOn: null },
})

export const signInTicketDeleteOld = jobKind('sign_in_ticket_delete_old', {
  ...nothing,
  title: { zh: '清理未完成的二次验证', en: 'Delete unfinished sign-ins' },
  does: { zh: '删除超时仍未完成二次验证的登录', en: 'Deletes sign-ins that timed out before two-factor authentication' },
  own: { cron: '*/10 * * * *', staysOn: null },
})

export const passwordResetDeleteOld = jobKind('password_reset_delete_old', {
  ...nothing,
  title: { zh: '清理过期的找回密码验证码', en: 'Delete expired password reset codes' },
  does: { zh: '删除已过期的找回密码验证码', en: 'Deletes expired password reset codes' },
  own: { cron: '*/10 * * * *', staysOn: null },
})

export const smsCountDeleteOld = jobKind('sms_count_delete_old', {
  ...nothing,
  title: { zh: '清理短信计数', en: 'Delete old SMS counts' },
  does: { zh: '删除已不影响发送限制的短信计数', en: 'Deletes SMS counts that no longer affect a limit' },
  own: { cron: '37 * * * *', staysOn: null },
})

export const signInFailureDeleteOld = jobKind('sign_in_failure_delete_old', {
  ...nothing,
  title: { zh: '清理登录失败计数', en: 'Delete old sign-in failures' },
  does: { zh: '删除已不影响锁定的登录失败计数', en: 'Deletes failed sign-in counts that no longer affect a lock' },
  own: { cron: '7 * * * *', staysOn: null },
})

export const sessionDeleteExpired = jobKind('session_delete_expired', {
  ...nothing,
  title: { zh: '清理过期会话', en: 'Delete expired sessions' },
  does: { zh: '删除已过期的会话', en: 'Deletes expired sessions' },
  own: { cron: '*/10 * * * *', staysOn: null },
})

export const changeSetTextDeleteOld = jobKind('change_set_text_delete_old', {
  ...nothing,
  title: { zh: '清理批量导入的内容', en: 'Delete old bulk import texts' },
  does: { zh: '删除 180 天前提交、未能导入的内容', en: 'Deletes texts that were submitted 180 days ago and could not be imported' },
  own: { cron: '23 4 * * *', staysOn: null },
})

export const auditAnchor = jobKind('audit_anchor', {
  ...nothing,
  title: { zh: '写入审计锚点', en: 'Anchor audit trail' },
  does: { zh: '对审计链的末端签名并保存到数据库之外', en: 'Signs the end of the audit trail and stores it outside the database' },
  own: {
    cron: '3 * * * *',
    staysOn: { zh: '没有锚点，就无法发现审计链被截断', en: 'Without anchors, a truncated audit trail is not detected' },
    retries: 2,
    retryPauseSeconds: 60,
  },
})

export const logDeleteOld = jobKind('log_delete_old', {
  ...nothing,
  title: { zh: '清理到期日志', en: 'Delete expired logs' },
  does: { zh: '删除超过保留期的登录与操作日志，保留期在日志页面设置', en: 'Deletes sign-in and operation logs past the log retention set on the log page' },
  own: { cron: '23 2 * * *', staysOn: null, timeoutSeconds: 3600, retries: 1, retryPauseSeconds: 600 },
})

export const emailDeleteOld = jobKind('letter_delete_old', {
  title: { zh: '清理邮件记录', en: 'Delete old emails' },
  does: { zh: '删除超过保留天数的邮件发送记录，等待发送的不受影响', en: 'Deletes sent and failed emails older than the days to keep' },
  params: z.object({ keepDays: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(3650)), 90) }),
  fields: [{ member: 'keepDays', label: { zh: '保留天数', en: 'Days to keep' } }],
  own: { cron: '37 3 * * *', staysOn: null },
})

const days = (otherwise: number) => z._default(numeric().check(z.int(), z.minimum(2), z.maximum(3650)), otherwise)

export const queryRollupDeleteOld = jobKind('query_rollup_delete_old', {
  title: { zh: '清理解析统计', en: 'Delete old query statistics' },
  does: {
    zh: '压缩已结束的小时，将较早的解析统计并为每小时、每天，删除超过保留天数或磁盘上限的部分',
    en: 'Compacts past hours of query statistics, merges older ones into hours and days, and deletes what exceeds the days to keep or the disk limit',
  },
  params: z.object({ keepDays: days(35), keepDailyDays: days(400) }),
  fields: [
    {
      member: 'keepDays',
      label: { zh: '每小时统计的保留天数', en: 'Days to keep hourly figures' },
      help: { zh: '最多 400 天，更早的按天保留', en: 'At most 400. Older figures are kept by day.' },
    },
    { member: 'keepDailyDays', label: { zh: '每日统计的保留天数', en: 'Days to keep daily figures' } },
  ],
  own: {
    cron: '17 * * * *',
    staysOn: { zh: '停用后，解析统计会超出磁盘上限', en: 'Without it, query statistics exceed their disk limit' },
    timeoutSeconds: 1800,
  },
})
