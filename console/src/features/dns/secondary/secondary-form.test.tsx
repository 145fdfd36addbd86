import { describe, expect, test } from 'vitest'
import type { Secondary } from '@nameplane/contract/dns/secondary'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { dialogs } from './secondary-form.tsx'
import { secondaryMessages } from './secondary.messages.ts'

const text = textsIn(secondaryMessages, currentLanguage())
const server = (part: Partial<Secondary> = {}): Secondary => ({
  ...{ id: 7, name: 'knot', status: 1, remark: '', networks: ['192.0.2.53'], keyName: '', algorithm: 'hmac-sha256', scope: 'chosen', domains: ['a.example'] },
  ...{ notifyAddresses: [], notifyPort: 53, catalogZone: '', rowVersion: 1, createTime: '2026-03-10T08:00:00.000Z', updateTime: '2026-03-10T08:00:00.000Z' },
  ...part,
})
const added = () => shownWith(<dialogs.Add onClose={() => {}} />, [])
const edited = (part: Partial<Secondary> = {}) => shownWith(<dialogs.Edit row={server(part)} saved={server(part)} onStale={() => {}} onClose={() => {}} />, [])

describe('the form of a secondary server', () => {
  test('says that a secret is kept only where there is one', () => {
    const helps = (html: string) => [html.includes(text.helps.secret), html.includes(text.secretKept)]
    expect(helps(added())).toEqual([true, false])
    expect(helps(edited())).toEqual([true, false])
    expect(helps(edited({ keyName: 'xfr.example' }))).toEqual([false, true])
  })

  test('asks for domains only where not all are transferred', () => {
    const asks = (html: string) => html.includes(text.helps.domains)
    expect([added(), edited({ scope: 'chosen' }), edited({ scope: 'all' })].map(asks)).toEqual([true, true, false])
  })
})
