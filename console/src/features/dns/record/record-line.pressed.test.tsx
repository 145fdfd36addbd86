import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { explain } from '@nameplane/contract/dns/explain'
import { call } from '../../../api/client.ts'
import { button, newDomain, openEditorOf, put } from './record-editor.testing.tsx'

/* A record on a line that the domain has for itself: where it is chosen, whom it answers, and why. */
test('the record form offers the lines of the domain behind the default one, and moved ranges answer at once', async () => {
  const domain = await newDomain(['www', 'A', '192.0.2.1'])
  const { id } = domain
  const answers = (client: string, value: string) =>
    waitFor(async () => {
      const { wire } = (await call(explain.record, { domainId: id, host: 'www', type: 'A', client })).data
      expect(wire?.answers.map((answer) => answer.value)).toEqual([value])
    })
  const { code, id: lineId } = (await call(customLine.save, { domainId: id, name: 'Head office', segments: '10.1.0.0/16' })).data
  const { hand, openForm, fill, keep, save } = await openEditorOf(domain)
  const form = await openForm()
  await hand.click(button(/^Line: .+$/, form))
  await waitFor(() => expect(screen.getAllByRole('treeitem')[1]?.dataset['line']).toBe(code))
  await hand.click(screen.getAllByRole('treeitem')[1]!)
  await form.findByLabelText('Line: Head office')
  await fill({ Host: 'www', Type: 'A', Address: '192.0.2.5' })
  await keep()
  await save()
  await answers('10.1.2.0/24', '192.0.2.5')
  await call(customLine.update, { id: lineId, name: 'Head office', segments: '10.7.0.0/16' })
  await answers('10.7.2.0/24', '192.0.2.5')
  await answers('10.1.2.0/24', '192.0.2.1')

  await hand.click(button('More actions www A 192.0.2.5', within(screen.getByRole('row', { name: /192\.0\.2\.5/ }))))
  await hand.click(await screen.findByRole('menuitem', { name: 'Explain answer' }))
  const drawer = within(await screen.findByRole('dialog'))
  put(await drawer.findByLabelText('Client address or network'), '10.7.1.1')
  await hand.keyboard('{Enter}')
  await drawer.findByText('10.7.0.0 – 10.7.255.255')
  expect(drawer.getByText('custom line')).toBeTruthy()
})
