import { defineScreens } from '../../../routing/screen.ts'

export const reverseSegmentScreens = defineScreens([
  {
    path: '/dns/domain/ptr',
    title: { zh: '反向解析', en: 'Reverse DNS' },
    right: 'reverse_segment.read',
    actions: [{ title: { zh: '申请反向解析网段', en: 'Request reverse segment' }, search: 'open=add', right: 'reverse_segment.write' }],
    load: () => import('./reverse-segment-page.tsx').then((page) => page.ReverseSegmentPage),
  },
])
