import { registerProblems } from '../../problem-text.ts'

/** Problems of the mail server's form, of templates of letters and of the letter log. */
export const emailProblems = {
  // Spec point 5
  smtp_host_required: { zh: 'SMTP服务器不能为空', en: 'SMTP server is required' },
  smtp_sender_required: { zh: '发件邮箱不能为空', en: 'Sender email address is required' },
  smtp_password_required: { zh: '授权密码不能为空', en: 'Authorisation password is required' },
  smtp_port_required: { zh: '端口不能为空', en: 'Port is required' },

  smtp_host_invalid: { zh: '请填写主机名或 IP 地址，例如 smtp.qq.com', en: 'Enter a host name or IP address. For example, smtp.gmail.com' },
  smtp_tenant_required: { zh: '租户 ID 不能为空', en: 'Tenant ID is required' },
  smtp_tenant_invalid: { zh: '请填写租户 ID 或租户域名', en: 'Enter the tenant ID or tenant domain' },
  smtp_client_required: { zh: '应用程序 ID 不能为空', en: 'Client ID is required' },
  smtp_client_secret_required: { zh: '客户端密码不能为空', en: 'Client secret is required' },
  smtp_refresh_token_required: { zh: '刷新令牌不能为空', en: 'Refresh token is required' },
  smtp_authority_invalid: { zh: '请填写以 https:// 开头的地址', en: 'Enter an address that starts with https://' },
  smtp_certificate_invalid: { zh: '请粘贴 PEM 格式的 CA 证书', en: 'Paste CA certificates in PEM format' },

  letter_variable_unknown: { zh: '未知变量 {variable}，可用的变量：{known}', en: 'Unknown variable {variable}. Available: {known}' },
  letter_variable_missing: { zh: '必须包含变量 {variable}', en: 'Must contain the variable {variable}' },
  letter_html_refused: { zh: '邮件内容不能使用：{part}', en: 'Not supported in emails: {part}' },
  letter_html_unclosed: { zh: '标签没有正确闭合：{part}', en: 'Tag not closed: {part}' },
  letter_template_essential: { zh: '此类邮件不能停用', en: 'Emails of this type cannot be disabled' },
  letter_template_repeated: { zh: '同一类邮件有两个模板', en: 'Duplicate template for this email type' },

  letter_missing: { zh: '邮件记录不存在', en: 'Email not found' },
  letter_not_failed: { zh: '只有发送失败且内容仍保留的邮件才能重发', en: 'Only failed emails whose content is still kept can be resent' },
} as const

registerProblems(emailProblems)
