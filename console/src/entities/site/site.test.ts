import { expect, it } from 'vitest'
import { site } from '@nameplane/contract/system/site'
import { agreementCall, siteCall } from './site.ts'

it('the site and its agreements are asked where the contract says', () => {
  expect([siteCall.method, siteCall.path]).toEqual([site.index.method, site.index.path])
  expect([agreementCall.method, agreementCall.path]).toEqual([site.agreement.method, site.agreement.path])
})
