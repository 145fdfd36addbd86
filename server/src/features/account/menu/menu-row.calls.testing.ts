import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'menuRow.save': ({ menuId, name }) => ({
    kind: 'page',
    parentId: menuId,
    nameZh: name,
    nameEn: name,
    path: '/dns/domain/list?status=0',
    right: 'domain.read',
  }),
  'menuRow.update': ({ linkId }) => ({
    id: linkId,
    nameZh: 'changed',
    nameEn: 'changed',
    path: '',
    icon: 'link',
    right: '',
    hidden: true,
    externalUrl: 'https://www.example.net/',
    cached: false,
    feature: 'dm',
    customFlag: 'a-part',
    modes: ['179'],
    enabled: true,
  }),
  'menuRow.move': ({ linkId, otherMenuId }) => ({ id: linkId, parentId: otherMenuId }),
  'menuRow.delete': ({ linkId }) => ({ ids: [linkId] }),
  'menuRow.setFeatures': () => ({ exclusiveMode: ['dm', 'rs'], rewrite: true }),
}
