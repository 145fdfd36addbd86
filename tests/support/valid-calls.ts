import { nounFixtures, type ValidCalls } from './noun-fixtures.ts'
import { validAcmeCalls } from './valid-acme-calls.ts'
import { validVerificationCalls } from './valid-verification-calls.ts'
import { validWechatCalls } from './valid-wechat-calls.ts'

/**
 * One valid input for calls whose fields cannot be guessed from their schema, by `<noun>.<verb>` as in the contract's list;
 * the sweeps fail where a write has none. They stand beside the nouns; those that need an outer system stand here.
 */
export const validCalls: ValidCalls = Object.assign(
  {},
  validAcmeCalls,
  validVerificationCalls,
  validWechatCalls,
  ...nounFixtures.map((noun) => noun.validCalls),
)
