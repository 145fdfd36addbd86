import type { VerificationWechat } from '@nameplane/contract/system/settings/verification'
import { objectOf } from '../cloud/cloud-problem.ts'
import { callTencent } from '../cloud/tencent-cloud.ts'
import { asFaceProblem, checkNumber, vendorPage } from './face-call.ts'
import { FaceProblem, type FaceProvider } from './face.ts'

/** A token that no check has: the vendor can only say so to somebody whose signature it has accepted. */
const nobodysToken = '00000000-0000-4000-8000-000000000000'

/** What the vendor says of a token that it does not know, or knew once. */
const unknownToken = ['InvalidParameterValue.BizTokenIllegal', 'InvalidParameterValue.BizTokenExpired']

/** faceid of Tencent Cloud, version 2018-03-01: the page opens in WeChat and looks at the face there. */
export function tencentFace(setting: VerificationWechat): FaceProvider {
  const cloud = {
    family: 'identity',
    baseUrl: setting.endpoint,
    service: 'faceid',
    version: '2018-03-01',
    // The product takes no region for these actions.
    region: '',
    secretId: setting.secretId,
    secretKey: setting.secretKey,
  }
  const query = (providerId: string, scene: string, signal: AbortSignal | undefined) =>
    // InfoType 1: texts only. Pictures are never fetched.
    callTencent(cloud, 'GetDetectInfoEnhanced', { BizToken: providerId, RuleId: scene, InfoType: '1' }, { isIdempotent: true, signal })
  return {
    scene: setting.ruleId,
    // A BizToken opens its page for two hours; nobody needs that long, and a new check has to wait for the end of the last.
    validMs: 1_800_000,
    async begin({ name, idNumber, orderNo }, signal) {
      const parameters = {
        RuleId: setting.ruleId,
        IdCard: idNumber,
        Name: name,
        Extra: orderNo,
        ...(setting.redirectUrl === '' ? {} : { RedirectUrl: setting.redirectUrl }),
      }
      const answer = await callTencent(cloud, 'DetectAuth', parameters, { isIdempotent: false, signal }).catch(asFaceProblem)
      return { url: vendorPage(answer['Url'], ['.qq.com', '.tencent.com', '.tencentcloud.com']), providerId: checkNumber(answer['BizToken']) }
    },
    async query({ providerId, scene, idNumber }, signal) {
      const answer = await query(providerId, scene, signal).catch((cause: unknown) => {
        try {
          asFaceProblem(cause)
        } catch (problem) {
          if (problem instanceof FaceProblem && problem.code === 'InvalidParameterValue.BizTokenExpired') return null
          throw problem
        }
      })
      if (answer === null) return { state: 'expired', reason: 'BizTokenExpired' }
      const text = objectOf(answer['Text'])
      if (!text) throw new FaceProblem('bad-answer', 'Tencent Cloud: bad-answer', 'silent')
      const code = text['ErrCode']
      // Nobody has looked into the camera yet.
      if (code === null || code === undefined) return { state: 'pending', reason: '' }
      if (typeof code !== 'number') throw new FaceProblem('bad-answer', 'Tencent Cloud: bad-answer', 'silent')
      if (code !== 0) return { state: 'failed', reason: String(code) }
      // The whole is good only where its parts are, and where it is about the person who was to be looked at.
      const isAlive = text['LiveStatus'] === 0
      const isSame = text['Comparestatus'] === 0
      if (!isAlive || !isSame) return { state: 'failed', reason: isAlive ? 'Comparestatus' : 'LiveStatus' }
      if (String(text['IdCard']).toUpperCase() !== idNumber.toUpperCase()) return { state: 'failed', reason: 'IdCard' }
      return { state: 'passed', reason: '' }
    },
    async probe(signal) {
      try {
        await query(nobodysToken, setting.ruleId, signal).catch(asFaceProblem)
      } catch (cause) {
        if (cause instanceof FaceProblem && unknownToken.includes(cause.code)) return
        throw cause
      }
      throw new FaceProblem('bad-answer', 'Tencent Cloud returned a verification that was not started', 'silent')
    },
  }
}
