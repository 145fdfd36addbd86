import { registerProblems } from '../problem-text.ts'

/** Why a name server did not give a zone. */
export const transferProblems = [
  'transfer_address_refused',
  'transfer_unreachable',
  'transfer_timed_out',
  'transfer_refused',
  'transfer_key_refused',
  'transfer_unsigned',
  'transfer_zone_missing',
  'transfer_unreadable',
  'transfer_too_large',
] as const

export const transferProblemTexts = {
  transfer_address_refused: { zh: '只能使用公网地址', en: 'Only public addresses are allowed' },
  transfer_unreachable: { zh: '无法连接 DNS 服务器（{code}）', en: 'Could not connect to the name server ({code})' },
  transfer_timed_out: { zh: 'DNS 服务器没有及时响应', en: 'The name server did not respond in time' },
  transfer_refused: { zh: 'DNS 服务器拒绝了区域传送（{code}）', en: 'The name server refused the transfer ({code})' },
  transfer_key_refused: { zh: 'DNS 服务器不接受此 TSIG 密钥（{code}）', en: 'The name server rejected this TSIG key ({code})' },
  transfer_unsigned: { zh: 'DNS 服务器的响应没有用此 TSIG 密钥正确签名（{code}）', en: 'The response is not correctly signed with this TSIG key ({code})' },
  transfer_zone_missing: { zh: 'DNS 服务器上没有此区域：{name}（{code}）', en: 'Zone not found on the name server: {name} ({code})' },
  transfer_unreadable: { zh: 'DNS 服务器的响应不是完整的区域（{code}）', en: 'The response is not a complete zone ({code})' },
  transfer_too_large: { zh: '该区域太大：最多 250,000 条记录、32 MiB', en: 'The zone is too large. The limits are 250,000 records and 32 MiB.' },
} as const
registerProblems(transferProblemTexts)
