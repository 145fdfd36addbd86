import { alibabaFaceAddresses, type VerificationAli } from '@nameplane/contract/system/settings/verification'
import { callAlibaba, type AlibabaParameters } from '../cloud/alibaba-cloud.ts'
import { objectOf } from '../cloud/cloud-problem.ts'
import { asFaceProblem, checkNumber, vendorPage } from './face-call.ts'
import { FaceProblem, type FaceProvider } from './face.ts'

/** A number that no check has. */
const nobodysId = '0'.repeat(32)

/** What stands for "not finished yet": the vendor has the check, and no record of a face. */
const unfinished = ['403', '424']

/** cloudauth of Alibaba Cloud, version 2019-03-07: financial-grade H5, ID_PRO. Where one region is silent, the other is asked. */
export function alibabaFace(setting: VerificationAli): FaceProvider {
  const second = alibabaFaceAddresses.find((address) => address !== setting.endpoint)
  const regions = (alibabaFaceAddresses as readonly string[]).includes(setting.endpoint) && second ? [setting.endpoint, second] : [setting.endpoint]

  async function ask(action: string, parameters: AlibabaParameters, isIdempotent: boolean, signal: AbortSignal | undefined) {
    let last: unknown
    for (const baseUrl of regions) {
      const cloud = { family: 'identity', baseUrl, version: '2019-03-07', accessKeyId: setting.accessKeyId, accessKeySecret: setting.accessKeySecret }
      try {
        const answer = await callAlibaba(cloud, action, parameters, { isIdempotent, signal }).catch(asFaceProblem)
        const code = typeof answer['Code'] === 'string' && /^\d{3}$/.test(answer['Code']) ? answer['Code'] : null
        if (code === null) throw new FaceProblem('bad-answer', 'Alibaba Cloud: bad-answer', 'silent')
        if (code === '500') throw new FaceProblem('500', 'Alibaba Cloud: 500', 'silent')
        return { code, result: objectOf(answer['ResultObject']) }
      } catch (cause) {
        // A refusal is an answer: the other region would say the same.
        if (!(cause instanceof FaceProblem) || cause.kind === 'refused' || cause.code === 'stopped') throw cause
        last = cause
      }
    }
    throw last
  }

  const describe = (providerId: string, scene: string, signal: AbortSignal | undefined) =>
    ask('DescribeFaceVerify', { query: { SceneId: scene, CertifyId: providerId } }, true, signal)

  return {
    scene: setting.sceneId,
    // The page opens for half an hour; results can be asked for much longer.
    validMs: 1_800_000,
    async begin({ name, idNumber, orderNo, metaInfo, callback }, signal) {
      // The person goes into the body: queries are written down by many.
      const form = {
        SceneId: setting.sceneId,
        OuterOrderNo: orderNo,
        ProductCode: 'ID_PRO',
        CertType: 'IDENTITY_CARD',
        CertName: name,
        CertNo: idNumber,
        MetaInfo: metaInfo,
        CertifyUrlType: 'H5',
        ...(setting.returnUrl === '' ? {} : { ReturnUrl: setting.returnUrl }),
        ...(callback === null ? {} : { CallbackUrl: callback.url, CallbackToken: callback.token }),
      }
      // Begun twice in two regions it is one check that somebody sees, and one that nobody ever opens.
      const { code, result } = await ask('InitFaceVerify', { form }, false, signal)
      if (code !== '200') throw new FaceProblem(code, `Alibaba Cloud: ${code}`, 'refused')
      return { url: vendorPage(result?.['CertifyUrl'], ['.aliyun.com', '.aliyuncs.com', '.alipay.com']), providerId: checkNumber(result?.['CertifyId']) }
    },
    async query({ providerId, scene }, signal) {
      const { code, result } = await describe(providerId, scene, signal)
      if (unfinished.includes(code)) return { state: 'pending', reason: '' }
      if (code !== '200') throw new FaceProblem(code, `Alibaba Cloud: ${code}`, 'refused')
      const [passed, subCode] = [result?.['Passed'], result?.['SubCode']]
      const reason = typeof subCode === 'string' && /^\d{3}$/.test(subCode) ? subCode : ''
      // The vendor says to go by Passed; both have to agree before anybody is believed.
      if (passed === 'T' && reason === '200') return { state: 'passed', reason: '' }
      if (passed === 'F' && reason !== '' && reason !== '200') return { state: 'failed', reason }
      if (passed === null || passed === undefined) return { state: 'pending', reason: '' }
      throw new FaceProblem('bad-answer', 'Alibaba Cloud: bad-answer', 'silent')
    },
    async probe(signal) {
      const { code } = await describe(nobodysId, setting.sceneId, signal)
      // 406: no such check; 424: no record of it. Either is said only after the signature and the scene were right.
      if (code === '406' || code === '424') return
      throw new FaceProblem(code, `Alibaba Cloud: ${code}`, code === '200' ? 'silent' : 'refused')
    },
  }
}
