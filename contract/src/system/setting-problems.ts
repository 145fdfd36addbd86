import { registerProblems } from '../problem-text.ts'

/** Problems of settings and of what they hold. */
export const settingProblems = {
  config_missing: { zh: '配置不存在', en: 'Setting not found' },
  config_version_missing: { zh: '该版本不存在或已清理', en: 'Version not found or deleted' },
  config_key_fixed: { zh: '配置的 paramKey 不能修改', en: 'The paramKey of a setting cannot be changed' },
  config_built_in: { zh: '内置配置不能删除', en: 'Built-in settings cannot be deleted' },
  config_incomplete: { zh: '请先填写完整再启用', en: 'Fill in all required fields before enabling it' },
  config_elsewhere: { zh: '该配置只能在其专用页面修改', en: 'This setting can be changed on its own page only' },
  config_too_large: { zh: '配置内容过大', en: 'Setting too large' },
  config_secret_elsewhere: { zh: '接收方（服务器、地址或账号）已更改，请重新输入', en: 'Enter it again: it was saved for another server, address or account' },
  config_secret_masked: { zh: '请清空后输入完整内容，不能在 ****** 前后补充', en: 'Clear ****** first, then enter the whole value' },
  config_not_testable: { zh: '该配置没有可测试的内容', en: 'This setting has no test' },
  config_test_too_often: { zh: '测试过于频繁，请一分钟后重试', en: 'Too many tests. Try again in 1 minute.' },
  limit_network_invalid: {
    zh: '“{line}”不是网络，请填写 IP 地址或网段，例如 192.0.2.0/24',
    en: '“{line}” is not a network. Enter an IP address or a CIDR block, for example 192.0.2.0/24.',
  },
  limit_networks_many: { zh: '最多 {most} 个网络', en: 'At most {most} networks' },
  redirect_address_invalid: {
    zh: '“{line}”不是 IP 地址，请填写 IPv4 或 IPv6 地址，例如 192.0.2.1',
    en: '“{line}” is not an IP address. Enter an IPv4 or IPv6 address, for example 192.0.2.1.',
  },
  redirect_addresses_many: { zh: '最多 {most} 个地址', en: 'At most {most} addresses' },
  node_text_ascii: { zh: '只能包含 ASCII 可见字符和空格', en: 'Use printable ASCII characters only' },
  not_of_step: { zh: '必须是 {step} 的倍数', en: 'Must be a multiple of {step}' },
  check_ports_required: { zh: '请输入检测端口，多个端口用 | 分隔，例如 80|443|8181', en: 'Enter the ports to check, separated by |. For example, 80|443|8181' },
  check_ports_invalid: { zh: '检测端口格式错误，多个端口用 | 分隔，例如 80|443|8181', en: 'Invalid ports. Separate them by |. For example, 80|443|8181' },
  check_ports_repeated: { zh: '检测端口不能重复', en: 'Duplicate port' },
  notice_email_required: { zh: '请输入接收通知的邮箱', en: 'Enter the email address for alerts' },
  notice_phone_required: { zh: '请输入接收通知的手机号', en: 'Enter the phone number for alerts' },
  invalid_user_dir: { zh: '目录只能包含字母、数字、- 和 _，且以字母或数字开头', en: 'Use letters, digits, - and _ only. Start with a letter or digit.' },
  user_dir_taken: { zh: '该目录由平台使用，请换一个', en: 'Directory used by the platform. Choose another one.' },
  invalid_counter_name: {
    zh: '计数器名称只能包含小写字母、数字、- 和 _，且以字母开头',
    en: 'Use lower-case letters, digits, - and _ only. Start with a letter.',
  },
} as const

registerProblems(settingProblems)
