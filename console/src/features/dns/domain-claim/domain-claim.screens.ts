import { defineScreens } from '../../../routing/screen.ts'

export const domainClaimScreens = defineScreens([
  {
    path: '/dns/domain/bulk/domainsRetrieve',
    title: { zh: '域名找回', en: 'Domain retrieval' },
    right: 'domain_claim.read',
    actions: [{ title: { zh: '找回域名', en: 'Retrieve domains' }, search: 'open=add', right: 'domain_claim.write' }],
    load: () => import('./domain-claim-page.tsx').then((page) => page.DomainClaimPage),
  },
])
