import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'site.picture': ({ sitePictureKey }) => ({ key: sitePictureKey }), 'site.addPicture': () => ({}) }
