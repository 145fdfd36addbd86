/** Why a letter was not taken, in plain words for an administrator. */
export const emailFailures = {
  not_set_up: { zh: '邮件服务器未配置或已停用', en: 'Mail server not configured or disabled' },
  sealed: { zh: '授权密码无法用当前主密钥解密，请重新填写', en: 'Authorisation password cannot be decrypted with the current master key. Enter it again.' },
  recipient_invalid: { zh: '收件地址格式错误', en: 'Invalid recipient address' },
  name_not_found: { zh: '找不到邮件服务器的域名', en: 'Mail server host name not found' },
  unreachable: { zh: '无法连接邮件服务器，请检查地址、端口和网络', en: 'Mail server not reachable. Check host, port and network.' },
  timed_out: { zh: '邮件服务器没有及时响应', en: 'Mail server did not respond in time' },
  certificate: {
    zh: '邮件服务器的证书不受信任、已过期或与主机名不符',
    en: 'The certificate of the mail server is not trusted, has expired, or does not match the host name',
  },
  no_tls: {
    zh: '邮件服务器不支持 STARTTLS 加密，为保护密码未继续发送',
    en: 'Mail server does not support STARTTLS. Nothing was sent, to protect the password.',
  },
  tls: { zh: '与邮件服务器建立加密连接失败，请检查端口', en: 'Encrypted connection to the mail server failed. Check the port.' },
  credentials: { zh: '邮件服务器拒绝登录：发件邮箱或授权密码错误', en: 'Mail server refused the sign-in: incorrect sender address or authorisation password' },
  token: {
    zh: '授权服务器拒绝颁发令牌，请检查租户、应用程序和刷新令牌',
    en: 'The authorisation server issued no token. Check tenant, client and refresh token.',
  },
  token_unreachable: { zh: '授权服务器没有响应，无法获取令牌', en: 'Authorisation server did not respond, no token received' },
  sender_refused: { zh: '邮件服务器不接受该发件邮箱', en: 'Mail server refused the sender address' },
  recipient_refused: { zh: '邮件服务器不接受该收件地址', en: 'Mail server refused the recipient address' },
  too_large: { zh: '邮件超过服务器允许的大小', en: 'Email exceeds the size limit of the mail server' },
  later: { zh: '邮件服务器要求稍后重试', en: 'Mail server asked to try again later' },
  refused: { zh: '邮件服务器拒收邮件', en: 'Mail server refused the email' },
  cut: { zh: '发送过程中连接中断', en: 'Connection lost while sending' },
  expired: { zh: '在有效期内未能送出', en: 'Expired before delivery' },
  unknown: { zh: '发送失败', en: 'Sending failed' },
} as const

export type EmailFailure = keyof typeof emailFailures
