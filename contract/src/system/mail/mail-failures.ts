/** Why a letter was not taken, in plain words for an administrator. */
export const mailFailures = {
  not_set_up: { zh: '邮件服务器未配置或已停用', en: 'No mail server is set up, or it is switched off' },
  sealed: { zh: '授权密码无法用当前主密钥打开，请重新填写', en: 'The stored password does not open with the master key; enter it again' },
  recipient_invalid: { zh: '收件地址格式错误', en: 'The recipient is not an e-mail address' },
  name_not_found: { zh: '找不到邮件服务器的域名', en: 'The name of the mail server was not found' },
  unreachable: { zh: '无法连接邮件服务器，请检查地址、端口和网络', en: 'The mail server cannot be reached; check host, port and network' },
  timed_out: { zh: '邮件服务器没有及时响应', en: 'The mail server did not answer in time' },
  certificate: {
    zh: '邮件服务器的证书不受信任、已过期或与主机名不符',
    en: 'The certificate of the mail server is not trusted, has expired, or is for another name',
  },
  no_tls: { zh: '邮件服务器不支持 STARTTLS 加密，为保护密码未继续发送', en: 'The mail server offers no STARTTLS; nothing was sent, to protect the password' },
  tls: { zh: '与邮件服务器建立加密连接失败，请检查端口', en: 'No encrypted connection could be made; check the port' },
  credentials: { zh: '邮件服务器拒绝登录：发件邮箱或授权密码错误', en: 'The mail server refused the sign-in: wrong mailbox or authorisation password' },
  token: { zh: '授权服务器拒绝颁发令牌，请检查租户、应用程序和刷新令牌', en: 'The authority gave no token; check tenant, client and refresh token' },
  token_unreachable: { zh: '无法从授权服务器获取令牌', en: 'No token could be fetched from the authority' },
  sender_refused: { zh: '邮件服务器不接受该发件邮箱', en: 'The mail server does not accept this sender' },
  recipient_refused: { zh: '邮件服务器不接受该收件地址', en: 'The mail server does not accept this recipient' },
  too_large: { zh: '邮件超过服务器允许的大小', en: 'The letter is larger than the mail server allows' },
  later: { zh: '邮件服务器要求稍后再试', en: 'The mail server asked to try again later' },
  refused: { zh: '邮件服务器拒收邮件', en: 'The mail server refused the letter' },
  cut: { zh: '发送过程中连接中断', en: 'The connection broke off while sending' },
  expired: { zh: '在有效期内未能送出', en: 'It could not be sent while it was still good' },
  unknown: { zh: '发送失败', en: 'Sending failed' },
} as const

export type MailFailure = keyof typeof mailFailures
