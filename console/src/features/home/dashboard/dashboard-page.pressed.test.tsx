import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { dashboardMessages } from './dashboard.messages.ts'

const text = dashboardMessages.zh
/** So many that a view within their data scope does not wait for their figures. */
const many = 201

test('figures that are still read are said to be, and shown as soon as they are there', async () => {
  const word = freshWord()
  const [ns1, ns2] = [`ns1.${word}.example`, `ns2.${word}.example`]
  const { id } = (await call(serviceGroup.save, { name: word, mname: ns1, rname: `hostmaster.${word}.example`, ns1, ns2 })).data
  const names = Array.from({ length: many }, (_, index) => `${word}-${index}.example`)
  await Promise.all(names.map((name) => call(domain.save, { domain: name, serviceGroupId: id })))
  await signInWith(['dashboard.read'], { dataScope: 'groups', serviceGroupIds: [id] })
  pressed(<DashboardPage />, '/home/dashboard')
  // The course, the shares and the domains; and the sum above them.
  expect(await screen.findAllByText(text.gathering)).toHaveLength(4)
  await screen.findByText(text.empty.queriesTitle)
  expect(screen.queryAllByText(text.gathering)).toEqual([])
})
