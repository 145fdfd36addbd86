import type { DnsTextCode } from '@nameplane/dns-text/errors'
import type { TextNoteCode } from '@nameplane/dns-text/record-text/found'
import { registerProblems } from '../problem-text.ts'
import './quota-problems.ts'

type Text = { zh: string; en: string }

/**
 * A text for every code that reading names, values and zone files may refuse with; a code without one does not compile.
 * `{name}` is filled from the params of the refusal.
 */
const dnsTextProblems = {
  // Names
  empty_name: { zh: '域名不能为空', en: 'Enter a name' },
  empty_label: { zh: '域名中有空的一级，请检查多余或相连的点：{name}', en: 'Empty label in the name. Check for extra dots: {name}' },
  label_too_long: { zh: '域名每一级最多 63 个字节：{name}', en: 'A label can have at most 63 bytes: {name}' },
  name_too_long: { zh: '完整域名最多 {max} 个字节：{name}', en: 'A full name can have at most {max, byte}: {name}' },
  name_not_ascii: { zh: '域名含有不能识别的字符：{name}', en: 'The name contains an unknown character: {name}' },
  bad_character: { zh: '域名不能包含字符“{character}”', en: 'Names cannot contain “{character}”' },
  bad_escape: {
    zh: '转义写法错误：{text}。请写成 \\ 加字符，或 \\ 加三位十进制数。',
    en: 'Invalid escape: {text}. Use \\ and the character, or \\ and three decimal digits.',
  },
  out_of_zone: { zh: '{name} 不属于域名 {zone}', en: '{name} is outside {zone}' },
  hyphen_at_edge: { zh: '每一级不能以连字符开头或结尾：{label}', en: 'A label cannot start or end with a hyphen: {label}' },
  hyphens_three_four: { zh: '第三、四个字符不能都是连字符：{label}', en: 'The third and fourth characters cannot both be hyphens: {label}' },
  not_a_host_name: { zh: '只能使用字母、数字、连字符和下划线：{label}', en: 'Use letters, digits, hyphens and underscores only: {label}' },
  too_few_labels: { zh: '域名至少要有 {min} 级：{name}', en: 'The name requires at least {min, label}: {name}' },
  numeric_top_level: { zh: '域名的最后一级不能全是数字：{name}', en: 'The last label cannot be all digits: {name}' },
  bad_wildcard: { zh: '* 只能单独作为一级：{name}', en: '* must be an entire label: {name}' },
  idn_bad_code_point: { zh: '域名不能使用字符“{character}”', en: 'Internationalised names cannot contain “{character}”' },
  idn_leading_mark: { zh: '域名的一级不能以组合符号开头', en: 'A label cannot start with a combining mark' },
  idn_bad_punycode: { zh: 'xn-- 开头的一级不是有效的国际化域名：{label}', en: 'Invalid internationalised label: {label}' },
  idn_mixed_direction: { zh: '同一级中不能混用从左到右和从右到左的文字', en: 'A label cannot mix right-to-left and left-to-right letters' },

  // Addresses
  bad_ipv4: { zh: '不是有效的 IPv4 地址：{text}', en: 'Invalid IPv4 address: {text}' },
  bad_ipv6: { zh: '不是有效的 IPv6 地址：{text}', en: 'Invalid IPv6 address: {text}' },
  bad_address: { zh: '不是有效的 IP 地址：{text}', en: 'Invalid IP address: {text}' },
  bad_cidr: { zh: '不是有效的网段：{text}', en: 'Invalid network: {text}' },
  host_bits_set: { zh: '网段的主机位应为 0，是否应为 {network}？', en: 'Host bits must be 0. Did you mean {network}?' },
  bad_range: { zh: '不是有效的 IP 段：{text}', en: 'Invalid IP range: {text}' },
  range_reversed: { zh: '起始 IP 不能大于截止 IP：{text}', en: 'Start IP must not be above end IP: {text}' },

  // Fields
  field_missing: { zh: '不能为空', en: 'Required' },
  too_few_fields: { zh: '记录值不完整，缺少后面的内容', en: 'Incomplete value' },
  too_many_fields: { zh: '记录值后有多余的内容：{text}', en: 'Unexpected extra text in the value: {text}' },
  not_a_number: { zh: '应为数字：{text}', en: 'Enter a number: {text}' },
  number_out_of_range: { zh: '应为 {min}～{max}：{text}', en: 'Must be between {min} and {max}: {text}' },
  unknown_option: { zh: '不是可选的值：{text}', en: 'Unknown value: {text}' },
  bad_ttl: { zh: 'TTL 写法错误：{text}。请填写秒数，例如 3600，或 1h30m。', en: 'Invalid TTL: {text}. Enter seconds or, for example, 1h30m.' },
  bad_hex: { zh: '应为偶数个十六进制字符', en: 'Enter an even number of hexadecimal digits' },
  bad_base64: { zh: '不是有效的 Base64 内容', en: 'Invalid Base64' },
  wrong_length: { zh: '长度不符：应为 {expectedBytes} 个字节，现为 {actualBytes} 个', en: 'Incorrect length: {actualBytes, byte} instead of {expectedBytes}' },
  text_too_long: { zh: '一段文本最多 {max} 个字节，请分成多段', en: 'A string can have at most {max, byte}. Split it.' },
  bad_text: { zh: '文本的引号或转义写法错误', en: 'Invalid quotes or escapes in the text' },
  text_empty: { zh: '文本不能为空', en: 'Enter the text' },
  bad_caa_tag: { zh: 'CAA 标签只能使用字母和数字：{tag}', en: 'Use letters and digits only in a CAA tag: {tag}' },
  bad_naptr_regexp: { zh: 'NAPTR 的替换表达式格式错误：{text}', en: 'Invalid NAPTR substitution: {text}' },
  naptr_regexp_and_replacement: {
    zh: 'NAPTR 的替换表达式和替换域名只能填写一个，不用替换域名时填“.”',
    en: 'Enter either an NAPTR substitution or a replacement. For no replacement, enter “.”.',
  },
  bad_location: { zh: '位置格式错误，例如 31 13 50 N 121 28 25 E 10m', en: 'Invalid location. For example, 31 13 50 N 121 28 25 E 10m' },
  svc_bad_key: { zh: '参数名错误：{key}', en: 'Invalid parameter name: {key}' },
  svc_bad_value: { zh: '参数 {key} 的值错误：{value}', en: 'Invalid value of {key}: {value}' },
  svc_repeated_key: { zh: '参数重复：{key}', en: 'Duplicate parameter: {key}' },
  svc_value_missing: { zh: '参数 {key} 需要一个值', en: '{key} requires a value' },
  svc_value_not_allowed: { zh: '参数 {key} 不能有值', en: '{key} does not take a value' },
  svc_mandatory_missing: { zh: 'mandatory 中列出的参数没有填写：{key}', en: '{key} is listed as mandatory but not set' },
  svc_alpn_missing: { zh: '使用 no-default-alpn 时必须填写 alpn', en: 'no-default-alpn requires alpn' },
  svc_alias_with_params: { zh: '优先级为 0（别名）时不能填写参数', en: 'Priority 0 (alias) does not take parameters' },

  bad_groups: { zh: '应写成 {format} 这样的十六进制数字：{text}', en: 'Enter hexadecimal digits as in {format}: {text}' },
  bad_prefix: {
    zh: '不是有效的地址前缀：{text}。例如 1:192.0.2.0/24 或 !2:2001:db8::/32',
    en: 'Invalid prefix: {text}. For example, 1:192.0.2.0/24 or !2:2001:db8::/32',
  },
  gateway_not_used: { zh: '网关类型为 0 时，网关应填写“.”', en: 'With gateway type 0, enter “.” as the gateway' },

  bad_web_address: {
    zh: '不是有效的网址，应以 http:// 或 https:// 开头：{text}',
    en: 'Invalid address. Enter a URL that starts with http:// or https://: {text}',
  },
  web_address_with_login: { zh: '网址中不能包含用户名或密码', en: 'The URL cannot contain a user name or password' },
  web_address_too_long: { zh: '网址过长，最多 {max} 个字符', en: 'URL too long. Enter at most {max, character}.' },

  // Record data
  unknown_type: {
    zh: '未知的记录类型：{type}。没有名称的类型请写成 TYPE 加编号。',
    en: 'Unknown type {type}. For a type without a name, enter TYPE and its number.',
  },
  unsupported_type: { zh: '{type} 记录的值请按 \\# 长度 十六进制 填写', en: 'Enter the value of {type} records as \\# length hexadecimal' },
  rdata_too_long: { zh: '记录值过长，最多 {max} 个字节', en: 'Value too long. Enter at most {max, byte}.' },
  bad_unknown_rdata: { zh: '记录值请按 \\# 长度 十六进制 填写，且长度相符', en: 'Enter the value as \\# length hexadecimal. The length must match the bytes.' },
  no_certificate: { zh: '没有找到证书，内容应包含 BEGIN CERTIFICATE', en: 'No certificate found. The text must contain BEGIN CERTIFICATE.' },
  bad_certificate: { zh: '证书不完整或已损坏', en: 'Certificate incomplete or damaged' },
  bad_wire: { zh: '记录值的内容与类型不符', en: 'The bytes are not a valid value of this type' },
  unquoted_semicolon: { zh: '含有分号的内容请用双引号括起来', en: 'Put text with a semicolon in double quotes' },
  unquoted_parenthesis: { zh: '含有括号的内容请用双引号括起来', en: 'Put text with parentheses in double quotes' },

  // Zone files
  unbalanced_quotes: { zh: '双引号没有成对', en: 'Double quote not closed' },
  unbalanced_parentheses: { zh: '括号没有成对', en: 'Parenthesis not closed' },
  unknown_directive: { zh: '未知的指令：{directive}', en: 'Unknown directive: {directive}' },
  include_refused: { zh: '不支持 $INCLUDE，请粘贴所引用文件的内容', en: '$INCLUDE is not supported. Paste the content of that file instead.' },
  generate_too_large: { zh: '$GENERATE 共产生 {count} 条记录，最多 {max} 条', en: '$GENERATE creates {count, record}. The limit is {max}.' },
  bad_generate: { zh: '$GENERATE 写法错误：{text}', en: 'Invalid $GENERATE: {text}' },
  bad_origin: { zh: '$ORIGIN 不是有效的域名', en: '$ORIGIN is not a valid name' },
  bad_class: { zh: '只支持 IN 类记录：{class}', en: 'Only class IN is supported: {class}' },
  type_missing: { zh: '缺少记录类型', en: 'Record type missing' },
  entry_without_owner: { zh: '缺少主机记录：前面没有可以沿用的名称', en: 'Host missing, and no earlier record provides one' },
  type_not_storable: { zh: '{type} 不是可以保存的记录类型', en: '{type} records cannot be stored' },
  too_many_records: { zh: '一个文件最多 {max} 条记录，其余未读取', en: 'A file can have at most {max, record}. The rest was not read.' },

  // Tables
  columns_unclear: {
    zh: '无法判断各单元格的含义，请在首行写明列名，例如 主机记录、记录类型、记录值',
    en: 'The meaning of these cells is unclear. Add column names as the first line. For example, host, type and value.',
  },
  host_column_missing: { zh: '没有“主机记录”列，请检查首行的列名', en: 'No host column. Check the column names.' },
  type_column_missing: { zh: '没有“记录类型”列，请检查首行的列名', en: 'No type column. Check the column names.' },
  value_column_missing: { zh: '没有“记录值”列，请检查首行的列名', en: 'No value column. Check the column names.' },
  too_many_cells: {
    zh: '这一行有 {cells} 个单元格，但列名只有 {columns} 个，含有分隔符的内容请用双引号括起来',
    en: 'This line has {cells, cell} but {columns, column}. Put text that contains the separator in double quotes.',
  },
  value_missing: { zh: '缺少记录值', en: 'Value missing' },
  line_unknown: { zh: '没有名为“{line}”的线路', en: 'Unknown line: {line}' },
  status_unknown: { zh: '状态无法识别：{text}，请填写 启用 或 暂停', en: 'Unknown status: {text}. Enter active or paused.' },

  // Messages
  bad_message: { zh: '不是有效的 DNS 消息', en: 'Invalid DNS message' },
} as const satisfies Record<DnsTextCode, Text>

/** How a line was read, where it may have been meant otherwise. */
const textNotes = {
  columns_ignored: { zh: '未读取的列：{columns}', en: 'Columns not read: {columns}' },
  line_not_record: { zh: '不是记录，已忽略', en: 'Not a record, skipped' },
  host_empty: { zh: '主机记录为空，已按主域名（@）读取', en: 'Host empty, read as the zone apex (@)' },
  host_shortened: { zh: '主机记录 {text} 已按 {host} 读取', en: 'Host {text} read as {host}' },
  host_like_keyword: {
    zh: '行首的 {text} 已按主机记录读取。要沿用上一行的主机记录，请在行首加空格。',
    en: '{text} at the start was read as the host. To use the host of the line above, start the line with a space.',
  },
  host_or_type: { zh: '已按主机记录 {host}、记录类型 {type} 读取', en: 'Read as host {host} and type {type}' },
  name_completed: { zh: '{text} 末尾没有点，已按 {name} 读取', en: '{text} has no final dot, read as {name}' },
  text_in_pieces: {
    zh: '未加引号的文本会在空格处分成多段，拼接后空格会丢失，请用双引号括起来',
    en: 'Without quotes, the text is split at spaces and the spaces are lost. Put it in double quotes.',
  },
  ttl_automatic: { zh: 'TTL“{text}”由原服务商决定，已按 {ttl} 秒读取', en: 'TTL {text} is set by the provider there. Read as {ttl, second}.' },
  proxied_elsewhere: { zh: '原服务商代理了这条记录，这里将直接返回此记录值', en: 'Proxied by the provider there. Here, this value is returned.' },
} as const satisfies Record<TextNoteCode, Text>

/** Findings about records and about what they mean together; `record-checks.ts` says when each arises. */
const recordCheckProblems = {
  // One record: errors
  soa_locked: { zh: 'SOA 记录由域名设置生成，不能添加或修改', en: 'The SOA record comes from the domain settings and cannot be added or changed' },
  apex_ns_locked: { zh: '主域名的 NS 记录由域名设置决定：{nameservers}', en: 'The NS records of the zone apex come from the domain settings: {nameservers}' },
  dnssec_type_locked: { zh: '{type} 记录由签名程序生成，不能手工填写', en: '{type} records are created by a signer and cannot be entered' },
  priority_conflict: { zh: '优先级 {priority} 与记录值中的 {actual} 不一致', en: 'Priority {priority} differs from {actual} in the value' },
  priority_not_used: { zh: '{type} 记录没有优先级', en: '{type} records do not use a priority' },
  weight_not_used: { zh: '{type} 记录不能按权重选择', en: '{type} records cannot be selected by weight' },
  cname_at_apex: { zh: '主域名（@）不能使用 CNAME，请改用 ALIAS 记录', en: 'CNAME is not supported at the zone apex (@). Use ALIAS instead.' },
  ds_at_apex: { zh: '主域名的 DS 记录应提交给上级域名（注册商）', en: 'DS records of the zone apex belong to the parent zone. Submit them to the registrar.' },
  wildcard_ns: { zh: '泛解析（*）不支持 NS 记录', en: 'Wildcard records (*) do not support NS' },
  wildcard_dname: { zh: '泛解析（*）不支持 DNAME 记录', en: 'Wildcard records (*) do not support DNAME' },
  alias_to_itself: { zh: 'ALIAS 不能指向自己', en: 'An ALIAS cannot point to itself' },
  cname_to_itself: { zh: 'CNAME 不能指向自己', en: 'A CNAME cannot point to itself' },
  url_to_itself: { zh: '不能转发到自己：目标网址的主机就是本主机记录', en: 'Redirects to itself: the target has the same host name' },
  dname_to_itself: { zh: 'DNAME 不能指向自己或自己的下级', en: 'A DNAME cannot point to itself or below itself' },
  ns_root: { zh: 'NS 记录不能指向根（“.”）', en: 'An NS record cannot point to the root (“.”)' },
  digest_type_reserved: { zh: '摘要类型 0 是保留值，不能用于 DS 记录', en: 'Digest type 0 is reserved and cannot be used in a DS record' },
  target_is_address: { zh: '这里应填写域名，而不是 IP 地址：{target}', en: 'Enter a host name, not an IP address: {target}' },

  // Records together: errors
  record_repeated: { zh: '相同的记录已存在（主机记录、类型、线路和值都相同）', en: 'This record already exists (same host, type, line and value)' },
  change_repeated: { zh: '同一条记录在一次提交中只能修改一次', en: 'A record can be changed only once per save' },
  cname_conflict: {
    zh: '同一主机记录在同一线路上，CNAME 不能与其他记录并存：{types}',
    en: 'A CNAME cannot coexist with other records of the same host and line: {types}',
  },
  type_conflict: {
    zh: '同一主机记录在同一线路上，{type} 不能与其他记录并存：{types}',
    en: '{type} cannot coexist with these records of the same host and line: {types}',
  },
  type_repeated: { zh: '同一主机记录在同一线路上只能有一条 {type}', en: 'Only one {type} record per host and line' },
  cname_repeated: {
    zh: '同一主机记录在同一线路上只能有一条 CNAME，要按比例分配，请给每条都设置权重',
    en: 'Only one CNAME per host and line. To distribute answers, set a weight for each.',
  },
  cname_loop: { zh: 'CNAME 或 ALIAS 形成循环，得不到解析结果：{hosts}', en: 'These CNAME or ALIAS records form a loop and give no answer: {hosts}' },
  dname_repeated: { zh: '同一主机记录在同一线路上只能有一条 DNAME', en: 'Only one DNAME per host and line' },
  dname_with_ns: { zh: '同一主机记录不能既有 DNAME 又有 NS', en: 'A host cannot have both DNAME and NS records' },
  ttl_clash: {
    zh: '同一记录集（主机记录、类型、线路都相同）的 TTL 必须一致，其他记录为 {ttl} 秒',
    en: 'All records of a record set (same host, type and line) must have the same TTL. The others use {ttl, second}.',
  },
  set_too_large: { zh: '该记录集共 {bytes} 个字节，超过一个应答能容纳的 {max} 个', en: 'This record set has {bytes, byte}. An answer can have at most {max}.' },

  // Warnings
  private_address: { zh: '{address} 是内网或特殊用途地址，公网无法访问', en: '{address} is a private or special address, not reachable from the internet' },
  redirect_service_off: {
    zh: 'URL 转发服务未设置公网地址（系统配置 › 应答与限速），此主机记录暂无地址',
    en: 'The redirect service has no public addresses yet (System configuration › Answers and rate limit), so this host has no address',
  },
  underscore_host: {
    zh: '主机记录含有下划线、加号或斜杠，不能作为主机名使用，部分客户端会拒绝',
    en: 'Names with an underscore, a plus sign or a slash are not valid host names. Some clients reject them.',
  },
  asterisk_inside: {
    zh: '只有最左边的 * 是泛解析，其他位置的 * 是普通字符：{name}',
    en: 'Only a leftmost * is a wildcard. Elsewhere it is a plain label: {name}',
  },
  ttl_zero: {
    zh: 'TTL 为 0 时解析结果不会被缓存，每次访问都要重新查询',
    en: 'A TTL of 0 keeps resolvers from caching. Every use asks the name servers again.',
  },
  target_single_label: { zh: '{target} 只有一级，不是完整域名，是否应为 {name}？', en: '{target} is a single label, not a full name. Did you mean {name}?' },
  text_line_break: {
    zh: '文本中含有换行（\\010 或 \\013），会原样返回给客户端，通常是误粘贴',
    en: 'The text contains a line break (\\010 or \\013), which clients receive. It is rarely intended.',
  },
  target_not_a_host: { zh: '{target} 不是有效的主机名', en: '{target} is not a valid host name' },
  digest_type_unknown: {
    zh: '未知的摘要类型 {digestType}，验证方可能会忽略此记录',
    en: 'Unknown digest type {digestType}. Validators may ignore this record.',
  },
  server_without_address: {
    zh: '{target} 没有 A 或 AAAA 记录，授权给它的 {host} 无法通过它解析',
    en: '{target} has no A or AAAA record. {host}, which is delegated to it, cannot be resolved through it.',
  },
  host_repeats_zone: { zh: '主机记录会自动加上域名，完整域名将是 {name}', en: 'The domain is added to the host, which gives {name}' },
  target_is_cname: {
    zh: '{target} 是 CNAME，{type} 记录不应指向别名（RFC 2181）',
    en: '{target} is a CNAME. {type} records must not point to an alias (RFC 2181).',
  },
  cname_is_target: {
    zh: '{host} 的 {type} 记录指向这里，不应改为 CNAME（RFC 2181）',
    en: 'The {type} record of {host} points here, so it must not become a CNAME (RFC 2181)',
  },
  default_line_missing: {
    zh: '默认线路没有 {type} 记录，其他线路的用户将得不到解析结果',
    en: 'No {type} record on the default line. Clients on other lines get no answer.',
  },
  cname_mixed_lines: {
    zh: '同名的 CNAME 与 {types} 记录在不同线路上，每条线路的用户只能看到其中一种',
    en: 'CNAME and {types} records of this host are on different lines. Clients see only those of their line.',
  },
  weight_alone: { zh: '权重仅在记录集内有两条及以上记录时生效', en: 'A weight requires at least two records in the record set' },
  weight_mixed: { zh: '记录集内有的设置了权重，有的没有，未设置的按 1 计算', en: 'Some records of the record set have no weight. They count as 1.' },
  below_dname: { zh: '上级 {host} 是 DNAME，此记录不会被解析', en: '{host} above is a DNAME. This record will not be answered.' },
  below_delegation: { zh: '上级 {host} 已用 NS 授权出去，此记录不会被解析', en: '{host} above is delegated by NS. This record will not be answered.' },
  hides_names_below: { zh: '保存后 {host} 等 {count} 条下级记录将不再被解析', en: '{count, record} below, such as {host}, will no longer be answered' },
  beside_null_mx: { zh: '“.”表示不接收邮件，不应与其他 MX 记录并存', en: '“.” means that no email is accepted. It must not coexist with other MX records.' },

  import_deletes_all: {
    zh: '文件中没有可导入的记录，替换后将删除现有的全部 {count} 条记录',
    en: 'Nothing in the file can be imported. Replacing deletes all existing records ({count}).',
  },

  // Notes of an import
  soa_ignored: { zh: '已忽略 SOA：由域名设置生成', en: 'SOA skipped. It comes from the domain settings.' },
  apex_ns_ignored: { zh: '已忽略主域名的 NS：由域名设置决定', en: 'NS records of the zone apex skipped. They come from the domain settings.' },
  repeated_in_file: { zh: '与第 {first} 行重复，已忽略', en: 'Duplicate of line {first}, skipped' },
  import_unreadable: { zh: '文件不是本平台导出的 JSON 格式', en: 'Not a JSON file exported by this platform' },
  import_annotation_unreadable: { zh: '附注（nameplane）无法识别', en: 'The nameplane annotation cannot be read' },
} as const satisfies Record<string, Text>

/** Every text about records, for the catalogue. */
export const recordProblems = {
  ...dnsTextProblems,
  ...textNotes,
  ...recordCheckProblems,
  change_set_confirm_due: { zh: '请输入将修改或删除的记录数 {count} 以确认', en: 'Type the number of records that change, {count}, to confirm' },
  approval_due: {
    zh: '将修改或删除 {count} 条记录，影响较大，需要另一位管理员审批，请提交审批',
    en: 'This edits or deletes {count, record}. Another administrator has to approve it. Submit it for approval.',
  },
  moment_before_domain: { zh: '这一时刻早于添加域名的时间', en: 'The domain was added after this moment' },
  records_refused: { zh: '有 {count} 处错误，未保存任何修改', en: '{count, error} found. Nothing was saved.' },
  records_conflict: { zh: '有 {count} 条记录已被他人修改，未保存任何修改', en: 'Someone else changed {count, record}. Nothing was saved.' },
  workbook_unreadable: { zh: '文件不是可读取的 XLSX 工作簿，或展开后过大', en: 'Not a readable XLSX workbook, or too large once unpacked' },
  workbook_sheet_missing: { zh: '工作簿中没有这个工作表，请重新选择文件', en: 'This sheet is not in the workbook. Choose the file again.' },
  workbook_too_long: { zh: '工作表超过 {max} 行，请改用 CSV 导入', en: 'The sheet has more than {max, row}. Import it as CSV.' },
  warnings_not_acknowledged: { zh: '有 {count} 条警告需要确认', en: 'Confirm {count, warning} first' },
  record_missing: { zh: '记录不存在或已被删除', en: 'Record not found or deleted' },
  too_many_records: { zh: '一次最多处理 {maximum} 条记录，请缩小筛选范围', en: 'At most {maximum, record} at a time. Narrow the filter.' },
  records_too_large: { zh: '修改后的记录值总量过大，请缩小筛选范围', en: 'The new values are too large in total. Narrow the filter.' },
  revision_missing: { zh: '版本不存在', en: 'Version not found' },
} as const

registerProblems(recordProblems)
