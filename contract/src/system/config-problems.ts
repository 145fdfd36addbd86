/** Problems of system config records and of the settings in them. */
export const configProblems = {
  config_missing: { zh: '配置不存在', en: 'There is no such setting' },
  config_version_missing: { zh: '该历史版本不存在或已清除', en: 'That saved state does not exist or was removed' },
  config_key_fixed: { zh: '配置的 paramKey 不能修改', en: 'The key of a setting cannot be changed' },
  config_built_in: { zh: '平台自带的配置不能删除', en: 'Settings of the platform cannot be deleted' },
  config_incomplete: { zh: '请先填写完整再启用', en: 'Fill in what is missing before switching it on' },
  config_elsewhere: { zh: '该配置只能在它自己的页面修改', en: 'This record can be changed on its own page only' },
  config_too_large: { zh: '配置内容过大', en: 'The setting is too large' },
  config_not_testable: { zh: '该配置没有可测试的内容', en: 'There is nothing to try about this setting' },
  config_test_too_often: { zh: '测试过于频繁，请一分钟后再试', en: 'Too many tries; wait a minute' },
  not_of_step: { zh: '必须是 {step} 的倍数', en: 'Must be a multiple of {step}' },
  check_ports_required: { zh: '请输入检测端口，多个端口用 | 分隔，例如 80|443|8181', en: 'Enter the ports to check, separated by |, for example 80|443|8181' },
  check_ports_invalid: { zh: '检测端口格式错误，多个端口用 | 分隔，例如 80|443|8181', en: 'Ports are separated by |, for example 80|443|8181' },
  check_ports_repeated: { zh: '检测端口不能重复', en: 'A port stands there twice' },
  notice_email_required: { zh: '请输入接收通知的邮箱', en: 'Enter the mailbox for notices' },
  notice_phone_required: { zh: '请输入接收通知的手机号', en: 'Enter the phone number for notices' },
  invalid_user_dir: { zh: '目录只能包含字母、数字、- 和 _，且以字母或数字开头', en: 'Letters, digits, - and _ only, beginning with a letter or digit' },
  user_dir_taken: { zh: '该目录由平台使用，请换一个', en: 'The platform uses this directory itself; choose another' },
  invalid_counter_name: {
    zh: '计数器名称只能包含小写字母、数字、- 和 _，且以字母开头',
    en: 'Lower-case letters, digits, - and _ only, beginning with a letter',
  },
} as const
