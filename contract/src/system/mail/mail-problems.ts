/** Problems of the mail server's form, of templates of letters and of the letter log. */
export const mailProblems = {
  // Spec point 5
  smtp_host_required: { zh: 'SMTP服务器不能为空', en: 'The SMTP server is required' },
  smtp_sender_required: { zh: '发件邮箱不能为空', en: 'The sender mailbox is required' },
  smtp_password_required: { zh: '授权密码不能为空', en: 'The authorisation password is required' },
  smtp_port_required: { zh: '端口不能为空', en: 'The port is required' },

  smtp_host_invalid: { zh: '请填写主机名或 IP 地址，例如 smtp.qq.com', en: 'Enter a host name or an address, such as smtp.gmail.com' },
  smtp_tenant_required: { zh: '租户 ID 不能为空', en: 'The tenant is required' },
  smtp_tenant_invalid: { zh: '请填写租户 ID 或租户域名', en: 'Enter the id or the domain of the tenant' },
  smtp_client_required: { zh: '应用程序 ID 不能为空', en: 'The client ID is required' },
  smtp_client_secret_required: { zh: '客户端密码不能为空', en: 'The client secret is required' },
  smtp_refresh_token_required: { zh: '刷新令牌不能为空', en: 'The refresh token is required' },
  smtp_authority_invalid: { zh: '请填写以 https:// 开头的地址', en: 'Enter an address that begins with https://' },
  smtp_certificate_invalid: { zh: '请粘贴 PEM 格式的 CA 证书', en: 'Paste CA certificates in PEM form' },

  letter_variable_unknown: { zh: '没有变量 {variable}，可用的变量：{known}', en: 'There is no variable {variable}; there are: {known}' },
  letter_variable_missing: { zh: '必须包含变量 {variable}', en: 'The variable {variable} has to be in it' },
  letter_html_refused: { zh: '邮件内容不能使用：{part}', en: 'Not allowed in a letter: {part}' },
  letter_html_unclosed: { zh: '标签没有正确闭合：{part}', en: 'A tag is not closed properly: {part}' },
  letter_template_essential: { zh: '这种邮件不能停用', en: 'Letters of this kind cannot be switched off' },
  letter_template_repeated: { zh: '同一种邮件有两个模板', en: 'There are two templates for the same kind of letter' },

  letter_missing: { zh: '邮件记录不存在', en: 'There is no such letter' },
  letter_not_failed: { zh: '只有发送失败且内容仍保留的邮件才能重发', en: 'Only letters that failed and whose content is still kept can be sent again' },
} as const
