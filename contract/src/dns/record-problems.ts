import type { DnsTextCode } from '@nameplane/dns-text/errors'

type Text = { zh: string; en: string }

/**
 * A text for every code that reading names, values and zone files may refuse with; a code without one does not compile.
 * `{name}` is filled from the params of the refusal.
 */
const dnsTextProblems = {
  // Names
  empty_name: { zh: '域名不能为空', en: 'The name is empty' },
  empty_label: { zh: '域名中有空的一级，请检查多余或相连的点：{name}', en: 'The name has an empty label; look for a dot too many: {name}' },
  label_too_long: { zh: '域名每一级最多 63 个字节：{name}', en: 'A label has at most 63 octets: {name}' },
  name_too_long: { zh: '完整域名最多 {max} 个字节：{name}', en: 'A whole name has at most {max} octets: {name}' },
  name_not_ascii: { zh: '域名含有不能识别的字符：{name}', en: 'The name holds a character that is not understood: {name}' },
  bad_character: { zh: '域名不能包含字符“{character}”', en: 'A name cannot hold “{character}”' },
  bad_escape: {
    zh: '转义写法错误：{text}。请写成 \\ 加字符，或 \\ 加三位十进制数',
    en: 'Wrong escape {text}: write \\ and the character, or \\ and three decimal digits',
  },
  out_of_zone: { zh: '{name} 不属于域名 {zone}', en: '{name} is not inside {zone}' },
  hyphen_at_edge: { zh: '每一级不能以连字符开头或结尾：{label}', en: 'A label cannot begin or end with a hyphen: {label}' },
  hyphens_three_four: { zh: '第三、四个字符不能都是连字符：{label}', en: 'The third and fourth character cannot both be hyphens: {label}' },
  not_a_host_name: { zh: '只能使用字母、数字、连字符和下划线：{label}', en: 'Use letters, digits, hyphens and underscores only: {label}' },
  too_few_labels: { zh: '域名至少要有 {min} 级：{name}', en: 'The name needs at least {min} labels: {name}' },
  numeric_top_level: { zh: '域名的最后一级不能全是数字：{name}', en: 'The last label cannot be all digits: {name}' },
  bad_wildcard: { zh: '* 只能单独作为最左边的一级：{name}', en: '* can only stand alone as the leftmost label: {name}' },
  idn_bad_code_point: { zh: '域名不能使用字符“{character}”', en: 'An internationalised name cannot hold “{character}”' },
  idn_leading_mark: { zh: '域名的一级不能以组合符号开头', en: 'A label cannot begin with a combining mark' },
  idn_bad_punycode: { zh: 'xn-- 开头的一级不是有效的国际化域名：{label}', en: 'Not a valid internationalised label: {label}' },
  idn_mixed_direction: { zh: '同一级中不能混用从左到右和从右到左的文字', en: 'A label cannot mix right-to-left with left-to-right letters' },

  // Addresses
  bad_ipv4: { zh: '不是有效的 IPv4 地址：{text}', en: 'Not an IPv4 address: {text}' },
  bad_ipv6: { zh: '不是有效的 IPv6 地址：{text}', en: 'Not an IPv6 address: {text}' },
  bad_address: { zh: '不是有效的 IP 地址：{text}', en: 'Not an IP address: {text}' },
  bad_cidr: { zh: '不是有效的网段：{text}', en: 'Not an address block: {text}' },
  host_bits_set: { zh: '网段的主机位应为 0，是否应为 {network}？', en: 'Bits behind the prefix are set; did you mean {network}?' },
  bad_range: { zh: '不是有效的 IP 段：{text}', en: 'Not an address range: {text}' },
  range_reversed: { zh: '起始 IP 不能大于截止 IP：{text}', en: 'The start is above the end: {text}' },

  // Fields
  field_missing: { zh: '请填写此项', en: 'This field is required' },
  too_few_fields: { zh: '记录值不完整，缺少后面的内容', en: 'The value is incomplete: something is missing at its end' },
  too_many_fields: { zh: '记录值后有多余的内容：{text}', en: 'The value has something too many: {text}' },
  not_a_number: { zh: '应为数字：{text}', en: 'Must be a number: {text}' },
  number_out_of_range: { zh: '应在 {min} 到 {max} 之间：{text}', en: 'Must lie between {min} and {max}: {text}' },
  unknown_option: { zh: '不是可选的值：{text}', en: 'Not one of the known values: {text}' },
  bad_ttl: { zh: 'TTL 写法错误：{text}。请填写秒数，或如 1h30m', en: 'Wrong TTL {text}: give seconds, or for example 1h30m' },
  bad_hex: { zh: '应为偶数个十六进制字符', en: 'Must be an even number of hexadecimal digits' },
  bad_base64: { zh: '不是有效的 Base64 内容', en: 'Not valid Base64' },
  wrong_length: { zh: '长度不符：应为 {expectedBytes} 个字节，现为 {actualBytes} 个', en: 'Wrong length: must be {expectedBytes} octets, has {actualBytes}' },
  text_too_long: { zh: '一段文本最多 {max} 个字节，请分成多段', en: 'One string has at most {max} octets; split it' },
  bad_text: { zh: '文本的引号或转义写法错误', en: 'Quotes or escapes of the text are wrong' },
  text_empty: { zh: '文本不能为空', en: 'The text cannot be empty' },
  bad_caa_tag: { zh: 'CAA 标签只能使用字母和数字：{tag}', en: 'A CAA tag holds letters and digits only: {tag}' },
  bad_naptr_regexp: { zh: 'NAPTR 的替换表达式格式错误：{text}', en: 'The NAPTR substitution is not well-formed: {text}' },
  naptr_regexp_and_replacement: {
    zh: 'NAPTR 的替换表达式和替换域名只能填写一个，不用替换域名时填“.”',
    en: 'A NAPTR record has a substitution or a replacement, not both; write “.” for no replacement',
  },
  bad_location: { zh: '位置格式错误，例如 31 13 50 N 121 28 25 E 10m', en: 'Wrong location; for example 31 13 50 N 121 28 25 E 10m' },
  svc_bad_key: { zh: '参数名错误：{key}', en: 'Not a parameter name: {key}' },
  svc_bad_value: { zh: '参数 {key} 的值错误：{value}', en: 'Wrong value of {key}: {value}' },
  svc_repeated_key: { zh: '参数重复：{key}', en: 'Repeated parameter: {key}' },
  svc_value_missing: { zh: '参数 {key} 需要一个值', en: '{key} needs a value' },
  svc_value_not_allowed: { zh: '参数 {key} 不能有值', en: '{key} takes no value' },
  svc_mandatory_missing: { zh: 'mandatory 中列出的参数没有填写：{key}', en: '{key} is listed as mandatory but missing' },
  svc_alpn_missing: { zh: '使用 no-default-alpn 时必须填写 alpn', en: 'no-default-alpn needs alpn' },
  svc_alias_with_params: { zh: '优先级为 0（别名）时不能填写参数', en: 'Priority 0 (an alias) takes no parameters' },

  // Record data
  unknown_type: { zh: '不认识的记录类型：{type}。未知类型请写成 TYPE 加编号', en: 'Unknown type {type}; write TYPE and its number for a type without a name' },
  unsupported_type: { zh: '{type} 记录的值请按 \\# 长度 十六进制 填写', en: 'Give the value of a {type} record as \\# length hexadecimal' },
  rdata_too_long: { zh: '记录值过长，最多 {max} 个字节', en: 'The value is too long: at most {max} octets' },
  bad_unknown_rdata: {
    zh: '记录值请按 \\# 长度 十六进制 填写，且长度相符',
    en: 'Give the value as \\# length hexadecimal, the length being that of the octets',
  },
  no_certificate: { zh: '没有找到证书：内容应包含 -----BEGIN CERTIFICATE-----', en: 'No certificate in this: it must hold -----BEGIN CERTIFICATE-----' },
  bad_certificate: { zh: '证书不完整或已损坏', en: 'The certificate is cut off or damaged' },
  bad_wire: { zh: '记录值的内容与类型不符', en: 'The octets are no value of this type' },
  unquoted_semicolon: { zh: '含有分号的内容请用双引号括起来', en: 'Put a text with a semicolon into double quotes' },
  unquoted_parenthesis: { zh: '含有括号的内容请用双引号括起来', en: 'Put a text with parentheses into double quotes' },

  // Zone files
  unbalanced_quotes: { zh: '双引号没有成对', en: 'A double quote is not closed' },
  unbalanced_parentheses: { zh: '括号没有成对', en: 'A parenthesis is not closed' },
  unknown_directive: { zh: '不认识的指令：{directive}', en: 'Unknown directive: {directive}' },
  include_refused: { zh: '不支持 $INCLUDE，请把所引用文件的内容粘贴进来', en: '$INCLUDE is refused; paste the content of that file instead' },
  generate_too_large: { zh: '$GENERATE 共产生 {count} 条记录，最多 {max} 条', en: '$GENERATE makes {count} records; at most {max} are allowed' },
  bad_generate: { zh: '$GENERATE 写法错误：{text}', en: 'Wrong $GENERATE: {text}' },
  bad_origin: { zh: '$ORIGIN 不是有效的域名', en: '$ORIGIN is not a name' },
  bad_class: { zh: '只支持 IN 类记录：{class}', en: 'Only class IN is supported: {class}' },
  type_missing: { zh: '缺少记录类型', en: 'The record type is missing' },
  entry_without_owner: { zh: '缺少主机记录：前面没有可以沿用的名称', en: 'The owner is missing, and no entry before gives one' },
  type_not_storable: { zh: '{type} 不是可以保存的记录类型', en: '{type} is no type that a zone can hold' },
  too_many_records: { zh: '一个文件最多 {max} 条记录，其余未读取', en: 'A file has at most {max} records; the rest was not read' },
  bad_message: { zh: '不是有效的 DNS 消息', en: 'Not a DNS message' },
} as const satisfies Record<DnsTextCode, Text>

/** Findings about records and about what they mean together; `record-checks.ts` says when each arises. */
const recordCheckProblems = {
  // One record: errors
  soa_locked: { zh: 'SOA 记录由服务组生成，不能添加或修改', en: 'The SOA record comes from the service group and cannot be added or changed' },
  apex_ns_locked: { zh: '主域名的 NS 记录由服务组决定：{nameservers}', en: 'The NS records of the domain itself come from its service group: {nameservers}' },
  dnssec_type_locked: { zh: '{type} 记录由签名程序生成，不能手工填写', en: '{type} records are made by a signer and cannot be entered' },
  priority_conflict: { zh: '优先级 {priority} 与记录值中的 {actual} 不一致', en: 'Priority {priority} differs from {actual} in the value' },
  priority_not_used: { zh: '{type} 记录没有优先级', en: 'A {type} record has no priority' },
  weight_not_used: { zh: '{type} 记录不能按权重选择', en: 'One {type} record of several cannot be chosen by weight' },
  cname_at_apex: { zh: '主域名（@）不能使用 CNAME，请改用 A 或 AAAA 记录', en: 'The domain itself (@) cannot be a CNAME; use A or AAAA' },
  ds_at_apex: { zh: '主域名的 DS 记录应提交给上级域名（注册商）', en: 'The DS of the domain itself belongs to its parent (the registrar)' },
  wildcard_ns: { zh: '泛主机名（*）不能使用 NS 记录', en: 'A wildcard cannot be delegated by NS' },
  wildcard_dname: { zh: '泛主机名（*）不能使用 DNAME 记录', en: 'A wildcard cannot be a DNAME' },
  cname_to_itself: { zh: 'CNAME 不能指向自己', en: 'A CNAME cannot point to itself' },
  dname_to_itself: { zh: 'DNAME 不能指向自己或自己的下级', en: 'A DNAME cannot point to itself or below itself' },
  target_is_address: { zh: '这里应填写域名，而不是 IP 地址：{target}', en: 'Give a host name here, not an address: {target}' },

  // Records together: errors
  record_repeated: { zh: '相同的记录已存在（主机记录、类型、线路和值都相同）', en: 'The same record is there already (host, type, line and value)' },
  change_repeated: { zh: '同一条记录在一次提交中只能修改一次', en: 'A record can be changed only once in one save' },
  cname_conflict: {
    zh: '同一主机记录在同一线路上，CNAME 不能与其他记录并存：{types}',
    en: 'On one line a CNAME cannot stand beside other records of the same name: {types}',
  },
  cname_repeated: {
    zh: '同一主机记录在同一线路上只能有一条 CNAME；要按比例分配，请给每条都设置权重',
    en: 'A name has one CNAME on a line; to share answers give each of them a weight',
  },
  dname_repeated: { zh: '同一主机记录在同一线路上只能有一条 DNAME', en: 'A name has one DNAME on a line' },
  dname_with_ns: { zh: '同一主机记录不能既有 DNAME 又有 NS', en: 'A name cannot have both DNAME and NS' },
  ttl_clash: {
    zh: '同一组记录（主机记录、类型、线路都相同）的 TTL 必须一致，其他记录为 {ttl} 秒',
    en: 'Records of one set (same host, type and line) have one TTL; the others have {ttl} seconds',
  },
  set_too_large: { zh: '这组记录共 {bytes} 个字节，超过一个应答能容纳的 {max} 个', en: 'This set has {bytes} octets; an answer holds at most {max}' },

  // Warnings
  private_address: { zh: '{address} 是内网或特殊用途地址，公网无法访问', en: '{address} is a private or special address that the internet cannot reach' },
  underscore_host: { zh: '主机记录含有下划线，不能作为主机名使用，部分客户端会拒绝', en: 'A name with an underscore is no host name; some clients refuse it' },
  target_not_a_host: { zh: '{target} 不是有效的主机名', en: '{target} is not a host name' },
  host_repeats_zone: { zh: '主机记录会自动加上域名，完整域名将是 {name}', en: 'The domain is added to the host; the whole name will be {name}' },
  text_in_pieces: {
    zh: '未加引号的文本会在空格处分成多段，查询方拼接后空格会丢失；请用双引号括起来',
    en: 'Without quotes the text is cut at its spaces and joined without them; put it into double quotes',
  },
  target_is_cname: { zh: '{target} 是 CNAME，{type} 记录不应指向别名（RFC 2181）', en: '{target} is a CNAME; {type} must not point to an alias (RFC 2181)' },
  cname_is_target: {
    zh: '{host} 的 {type} 记录指向这里，不应改为 CNAME（RFC 2181）',
    en: 'The {type} record of {host} points here; it must not become a CNAME (RFC 2181)',
  },
  default_line_missing: {
    zh: '没有默认线路的 {type} 记录，其他线路的用户将得不到解析结果',
    en: 'There is no {type} record on the default line; clients of other lines get no answer',
  },
  cname_mixed_lines: {
    zh: '同名的 CNAME 与 {types} 记录在不同线路上，每条线路的用户只能看到其中一种',
    en: 'CNAME and {types} of one name are on different lines: clients of each line see only one of them',
  },
  weight_alone: { zh: '权重只在同组有两条以上记录时才起作用', en: 'A weight does nothing while the record is alone in its set' },
  weight_mixed: { zh: '同组记录有的设置了权重有的没有，未设置的按 1 计算', en: 'Some records of the set have a weight and some have none; those count as 1' },
  below_dname: { zh: '上级 {host} 是 DNAME，此记录不会被解析', en: '{host} above is a DNAME; this record is never answered' },
  below_delegation: { zh: '上级 {host} 已用 NS 授权出去，此记录不会被解析', en: '{host} is delegated by NS; this record is never answered' },
  hides_names_below: { zh: '保存后 {host} 等 {count} 条下级记录将不再被解析', en: 'After this {count} records below, such as {host}, are no longer answered' },
  beside_null_mx: { zh: '“.” 表示不接收邮件，不应与其他 MX 记录并存', en: '“.” says that no mail is taken; it must not stand beside other MX records' },

  // Notes of an import
  soa_ignored: { zh: '已忽略 SOA：由服务组生成', en: 'SOA left out: it comes from the service group' },
  apex_ns_ignored: { zh: '已忽略主域名的 NS：由服务组决定', en: 'NS of the domain itself left out: they come from the service group' },
  repeated_in_file: { zh: '与第 {first} 行重复，已忽略', en: 'Repeats line {first}; left out' },
  import_unreadable: { zh: '文件不是本系统导出的 JSON 格式', en: 'This is not JSON of our own export' },
  import_annotation_unreadable: { zh: '附注（nameplane）无法识别', en: 'The nameplane annotation cannot be read' },
} as const satisfies Record<string, Text>

/** Every text about records, for the catalogue. */
export const recordProblems = { ...dnsTextProblems, ...recordCheckProblems }
