import type { RecordTypeRow } from './record-type.ts'
import { algorithmOrNone, certificateFields, childDelegationFields, childKeyFields, none } from './shared-fields.ts'

/** Types that few zones have; forms list them behind the others. */
// oxfmt-ignore
export const furtherMnemonics = [
  'SMIMEA', 'OPENPGPKEY', 'CERT', 'CDS', 'CDNSKEY', 'CSYNC', 'ZONEMD', 'IPSECKEY', 'HIP', 'KX', 'DHCID', 'EUI48', 'EUI64',
  'NID', 'L32', 'L64', 'LP', 'APL', 'AFSDB', 'RP', 'HINFO',
] as const

const many = { singleton: false, userEditable: true }

// oxfmt-ignore
export const furtherTypes: readonly RecordTypeRow<(typeof furtherMnemonics)[number]>[] = [
  {
    mnemonic: 'SMIMEA', code: 53, rfc: 'RFC 8162 §2', ...many,
    example: '3 1 1 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
    fields: certificateFields,
  },
  {
    mnemonic: 'OPENPGPKEY', code: 61, rfc: 'RFC 7929 §2', example: 'mDMEXEcE6RYJKwYBBAHaRw8BAQdA', ...many,
    fields: [{ name: 'publicKey', kind: 'base64' }],
  },
  {
    mnemonic: 'CERT', code: 37, rfc: 'RFC 4398 §2', example: '1 12345 8 MIIBIjANBgkqhkiG9w0BAQEFAAOC', ...many,
    fields: [
      {
        name: 'certificateType', kind: 'uint16',
        options: [
          { value: '1', label: 'PKIX' },
          { value: '2', label: 'SPKI' },
          { value: '3', label: 'PGP' },
          { value: '4', label: 'IPKIX' },
          { value: '5', label: 'ISPKI' },
          { value: '6', label: 'IPGP' },
          { value: '7', label: 'ACPKIX' },
          { value: '8', label: 'IACPKIX' },
          { value: '253', label: 'URI' },
          { value: '254', label: 'OID' },
        ],
      },
      { name: 'keyTag', kind: 'uint16' },
      algorithmOrNone,
      { name: 'certificateOrList', kind: 'base64' },
    ],
  },
  {
    mnemonic: 'CDS', code: 59, rfc: 'RFC 7344 §3.1, RFC 8078', ...many,
    example: '12345 13 2 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
    fields: childDelegationFields,
  },
  {
    mnemonic: 'CDNSKEY', code: 60, rfc: 'RFC 7344 §3.2, RFC 8078', ...many,
    example: '257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=',
    fields: childKeyFields,
  },
  {
    mnemonic: 'CSYNC', code: 62, rfc: 'RFC 7477 §2', example: '66 3 A NS AAAA', singleton: true, userEditable: true,
    fields: [{ name: 'serial', kind: 'uint32' }, { name: 'flags', kind: 'uint16' }, { name: 'types', kind: 'type-list', optional: true }],
  },
  {
    mnemonic: 'ZONEMD', code: 63, rfc: 'RFC 8976 §2', ...many,
    example: '2026010101 1 1 C68090D90A7AED716BC459F9340E3D7C1370D4D24B7E2FC3A1DDC0B9A87153B9A9713B3C9AE5CC27777F98B8E730044C',
    fields: [
      { name: 'serial', kind: 'uint32' },
      { name: 'scheme', kind: 'uint8', options: [{ value: '1', label: 'SIMPLE' }] },
      { name: 'hashAlgorithm', kind: 'uint8', options: [{ value: '1', label: 'SHA384' }, { value: '2', label: 'SHA512' }] },
      { name: 'digest', kind: 'hex', minBytes: 12, lengthBy: { field: 'hashAlgorithm', bytes: { 1: 48, 2: 64 } } },
    ],
  },
  {
    mnemonic: 'IPSECKEY', code: 45, rfc: 'RFC 4025 §2, RFC 9373', example: '10 1 2 192.0.2.38 AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==',
    ...many,
    fields: [
      { name: 'precedence', kind: 'uint8' },
      {
        name: 'gatewayType', kind: 'uint8', max: 3,
        options: [none, { value: '1', label: 'IPv4' }, { value: '2', label: 'IPv6' }, { value: '3', label: 'name' }],
      },
      {
        name: 'algorithm', kind: 'uint8',
        options: [none, { value: '1', label: 'DSA' }, { value: '2', label: 'RSA' }, { value: '3', label: 'ECDSA' }, { value: '4', label: 'EdDSA' }],
      },
      { name: 'gateway', kind: 'gateway' },
      { name: 'publicKey', kind: 'base64', optional: true },
    ],
  },
  {
    mnemonic: 'HIP', code: 55, rfc: 'RFC 8005 §5', example: '2 200100107B1A74DF365639CC39F1D578 AwEAAbdxyhNuSutc5EMzxTs9LBPCIkOFH8cI rvs.example.com.',
    ...many,
    fields: [{ name: 'hostIdentity', kind: 'host-identity' }],
  },
  {
    mnemonic: 'KX', code: 36, rfc: 'RFC 2230 §3', example: '10 kx.example.com.', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'exchanger', kind: 'name' }],
    targetField: 'exchanger',
  },
  {
    mnemonic: 'DHCID', code: 49, rfc: 'RFC 4701 §3', example: 'AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=', ...many,
    fields: [{ name: 'identifier', kind: 'base64' }],
  },
  {
    mnemonic: 'EUI48', code: 108, rfc: 'RFC 7043 §3', example: '00-00-5e-00-53-2a', ...many,
    fields: [{ name: 'hardwareAddress', kind: 'eui48' }],
  },
  {
    mnemonic: 'EUI64', code: 109, rfc: 'RFC 7043 §4', example: '00-00-5e-ef-10-00-00-2a', ...many,
    fields: [{ name: 'hardwareAddress', kind: 'eui64' }],
  },
  {
    mnemonic: 'NID', code: 104, rfc: 'RFC 6742 §2.1', example: '10 0014:4fff:ff20:ee64', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'nodeId', kind: 'half-ipv6' }],
  },
  {
    mnemonic: 'L32', code: 105, rfc: 'RFC 6742 §2.2', example: '10 10.1.2.0', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'locator', kind: 'ipv4' }],
  },
  {
    mnemonic: 'L64', code: 106, rfc: 'RFC 6742 §2.3', example: '10 2001:0db8:1140:1000', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'locator', kind: 'half-ipv6' }],
  },
  {
    mnemonic: 'LP', code: 107, rfc: 'RFC 6742 §2.4', example: '10 l64-subnet1.example.com.', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'target', kind: 'name' }],
    targetField: 'target',
  },
  {
    mnemonic: 'APL', code: 42, rfc: 'RFC 3123', example: '1:192.168.32.0/21 !1:192.168.38.0/28', ...many,
    fields: [{ name: 'prefixes', kind: 'prefixes', optional: true }],
  },
  {
    mnemonic: 'AFSDB', code: 18, rfc: 'RFC 1183 §1, RFC 5864', example: '1 afsdb.example.com.', ...many,
    fields: [{ name: 'subtype', kind: 'uint16' }, { name: 'host', kind: 'name' }],
    targetField: 'host',
  },
  {
    mnemonic: 'RP', code: 17, rfc: 'RFC 1183 §2.2', example: 'admin.example.com. contact.example.com.', ...many,
    fields: [{ name: 'mailbox', kind: 'name' }, { name: 'textName', kind: 'name' }],
  },
  {
    mnemonic: 'HINFO', code: 13, rfc: 'RFC 1035 §3.3.2, RFC 8482', example: '"RFC8482" ""', ...many,
    fields: [{ name: 'cpu', kind: 'text', mayBeEmpty: true }, { name: 'os', kind: 'text', mayBeEmpty: true }],
  },
]
