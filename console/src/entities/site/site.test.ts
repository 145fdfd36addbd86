import { expect, it } from 'vitest'
import { site } from '@nameplane/contract/system/site'
import { siteCall } from './site.ts'

it('the site is asked where the contract says', () => {
  expect([siteCall.method, siteCall.path]).toEqual([site.index.method, site.index.path])
})
