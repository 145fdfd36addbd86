/**
 * Stable codes of everything this package refuses. A code never changes its meaning: callers map it to a sentence in the
 * reader's language, and put the values of `DnsTextError.params` into it.
 */
export const dnsTextCodes = [
  // names
  'empty_name',
  'empty_label',
  'label_too_long',
  'name_too_long',
  'name_not_ascii',
  'bad_character',
  'bad_escape',
  'out_of_zone',
  'hyphen_at_edge',
  'hyphens_three_four',
  'not_a_host_name',
  'too_few_labels',
  'numeric_top_level',
  'bad_wildcard',
  // internationalised names
  'idn_bad_code_point',
  'idn_leading_mark',
  'idn_bad_punycode',
  'idn_mixed_direction',
  // addresses
  'bad_ipv4',
  'bad_ipv6',
  'bad_address',
  'bad_cidr',
  'host_bits_set',
  'bad_range',
  'range_reversed',
  // fields
  'field_missing',
  'too_few_fields',
  'too_many_fields',
  'not_a_number',
  'number_out_of_range',
  'unknown_option',
  'bad_ttl',
  'bad_hex',
  'bad_base64',
  'wrong_length',
  'text_too_long',
  'bad_text',
  'text_empty',
  'bad_caa_tag',
  'bad_naptr_regexp',
  'naptr_regexp_and_replacement',
  'bad_location',
  'svc_bad_key',
  'svc_bad_value',
  'svc_repeated_key',
  'svc_value_missing',
  'svc_value_not_allowed',
  'svc_mandatory_missing',
  'svc_alpn_missing',
  'svc_alias_with_params',
  'bad_groups',
  'bad_prefix',
  'gateway_not_used',
  'bad_web_address',
  'web_address_with_login',
  'web_address_too_long',
  // record data
  'unknown_type',
  'unsupported_type',
  'rdata_too_long',
  'bad_unknown_rdata',
  'no_certificate',
  'bad_certificate',
  'bad_wire',
  'unquoted_semicolon',
  'unquoted_parenthesis',
  // zone files
  'unbalanced_quotes',
  'unbalanced_parentheses',
  'unknown_directive',
  'include_refused',
  'generate_too_large',
  'bad_generate',
  'bad_origin',
  'bad_class',
  'type_missing',
  'entry_without_owner',
  'type_not_storable',
  'too_many_records',
  // tables
  'columns_unclear',
  'host_column_missing',
  'type_column_missing',
  'value_column_missing',
  'too_many_cells',
  'value_missing',
  'line_unknown',
  'status_unknown',
  // messages
  'bad_message',
] as const

export type DnsTextCode = (typeof dnsTextCodes)[number]

/** The values a sentence about the error may need: the offending text, the limit, the field of the record type. */
export type DnsTextParams = Record<string, string | number>

/** The only error this package throws. `params.field`, when present, is a field name of the record type's row. */
export class DnsTextError extends Error {
  code: DnsTextCode
  params: DnsTextParams

  constructor(code: DnsTextCode, params: DnsTextParams = {}) {
    super(Object.keys(params).length === 0 ? code : `${code} ${JSON.stringify(params)}`)
    this.name = 'DnsTextError'
    this.code = code
    this.params = params
  }
}

/** Runs `action` and adds `params` to the DnsTextError it throws, without overwriting what is already there. */
export function withParams<Result>(params: DnsTextParams, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (error instanceof DnsTextError) throw new DnsTextError(error.code, { ...params, ...error.params })
    throw error
  }
}

/** The DnsTextError that `action` throws, or undefined when it succeeds; other errors pass through. */
export function refusalOf(action: () => unknown): DnsTextError | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof DnsTextError) return error
    throw error
  }
}
