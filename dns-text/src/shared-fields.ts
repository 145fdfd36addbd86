import type { Field, FieldOption } from './record-type.ts'

// IANA "DNS Security Algorithm Numbers"; the mnemonics are those zone files use (RFC 4034 A.1, 5702, 5933, 6605, 8080, 9558, 9563).
const dnssecAlgorithms: readonly FieldOption[] = [
  { value: '1', label: 'RSAMD5' },
  { value: '3', label: 'DSA' },
  { value: '5', label: 'RSASHA1' },
  { value: '6', label: 'NSEC3DSA' },
  { value: '7', label: 'NSEC3RSASHA1' },
  { value: '8', label: 'RSASHA256' },
  { value: '10', label: 'RSASHA512' },
  { value: '12', label: 'ECCGOST' },
  { value: '13', label: 'ECDSAP256SHA256' },
  { value: '14', label: 'ECDSAP384SHA384' },
  { value: '15', label: 'ED25519' },
  { value: '16', label: 'ED448' },
  { value: '17', label: 'SM2SM3' },
  { value: '23', label: 'ECC-GOST12' },
  { value: '252', label: 'INDIRECT' },
  { value: '253', label: 'PRIVATEDNS' },
  { value: '254', label: 'PRIVATEOID' },
]

const digestTypes: readonly FieldOption[] = [
  { value: '1', label: 'SHA-1' },
  { value: '2', label: 'SHA-256' },
  { value: '3', label: 'GOST' },
  { value: '4', label: 'SHA-384' },
  { value: '5', label: 'GOST-12' },
  { value: '6', label: 'SM3' },
]

/** "Not used" of a number that has no name of its own for it. */
export const none: FieldOption = { value: '0', label: 'none' }

export const algorithm: Field = { name: 'algorithm', kind: 'uint8', options: dnssecAlgorithms }
/** Where 0 says that there is no key, or that it is to go (RFC 4398 §2.2, RFC 8078 §4). */
export const algorithmOrNone: Field = { ...algorithm, options: [...dnssecAlgorithms, none] }

function digestFields(types: readonly FieldOption[], keyAlgorithm: Field): readonly Field[] {
  return [
    { name: 'keyTag', kind: 'uint16' },
    keyAlgorithm,
    { name: 'digestType', kind: 'uint8', options: types },
    { name: 'digest', kind: 'hex', lengthBy: { field: 'digestType', bytes: { 1: 20, 2: 32, 3: 32, 4: 48, 5: 32, 6: 32 } } },
  ]
}

/** DS */
export const delegationFields = digestFields(digestTypes, algorithm)
/** CDS, of which `0 0 0 00` asks for all DS to go. */
export const childDelegationFields = digestFields([...digestTypes, none], algorithmOrNone)

function keyFieldsWith(keyAlgorithm: Field): readonly Field[] {
  return [{ name: 'flags', kind: 'uint16' }, { name: 'protocol', kind: 'uint8' }, keyAlgorithm, { name: 'publicKey', kind: 'base64' }]
}

/** DNSKEY */
export const keyFields = keyFieldsWith(algorithm)
/** CDNSKEY, of which `0 3 0 AA==` asks for all DS to go. */
export const childKeyFields = keyFieldsWith(algorithmOrNone)

/** TLSA and SMIMEA (RFC 6698 §2.1, RFC 8162 §2) */
export const certificateFields: readonly Field[] = [
  {
    name: 'usage',
    kind: 'uint8',
    options: [
      { value: '0', label: 'PKIX-TA' },
      { value: '1', label: 'PKIX-EE' },
      { value: '2', label: 'DANE-TA' },
      { value: '3', label: 'DANE-EE' },
    ],
  },
  {
    name: 'selector',
    kind: 'uint8',
    options: [
      { value: '0', label: 'Cert' },
      { value: '1', label: 'SPKI' },
    ],
  },
  {
    name: 'matchingType',
    kind: 'uint8',
    options: [
      { value: '0', label: 'Full' },
      { value: '1', label: 'SHA2-256' },
      { value: '2', label: 'SHA2-512' },
    ],
  },
  { name: 'certificate', kind: 'hex', lengthBy: { field: 'matchingType', bytes: { 1: 32, 2: 64 } } },
]
