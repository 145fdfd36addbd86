import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, dialogOf, enter, isGone, openEditor } from '../record-editor.testing.tsx'

/* What was meant and not quite typed: offered at one press, in the form and in the review. */

test('a host with the domain is shortened at one press, which leaves the keyboard in the field, and Enter in a text keeps the record', async () => {
  const { name, hand, openForm, fill, isFormGone, save, stored } = await openEditor()
  const form = await openForm()
  // Copied along with the text are the ends of its lines.
  await fill({ Host: `www.${name}`, Type: 'TXT', Text: 'v=spf1 -all\n\n' })
  await form.findByText('"v=spf1 -all"')
  await hand.click(button('Use www', form))
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Host')).toBe(document.activeElement))
  expect(form.getByLabelText<HTMLInputElement>('Host').value).toBe('www')
  await fill({ Text: 'v=spf1 -all\n\n' })
  await hand.keyboard('{Enter}')
  await isFormGone()
  await save()
  expect(await stored()).toEqual(['www TXT "v=spf1 -all" 600'])
})

test('a label alone is refused as a name until it is whole', async () => {
  const { name, hand, openForm, fill, isFormGone, save, stored } = await openEditor()
  const form = await openForm()
  await fill({ Host: '@', Type: 'MX', 'Mail server': 'mail' })
  await enter(hand)
  await form.findByRole('alert')
  await hand.click(button(`Use mail.${name}`, form))
  await waitFor(() => expect(form.queryByRole('alert')).toBeNull())
  await enter(hand)
  await isFormGone()
  await save()
  expect(await stored()).toEqual([`@ MX 10 mail.${name}. 600`])
})

test('in one text a label alone cannot be told from a top-level domain, and the review asks', async () => {
  const { name, hand, openForm, fill, isFormGone, tray, stored } = await openEditor()
  const form = await openForm()
  await fill({ Host: '_sip._tcp', Type: 'SRV', 'SRV priority': '1', 'SRV weight': '2', Port: '5060', Target: 'sip', Weight: '' })
  await hand.click(button('Edit raw value', form))
  await fill({ Value: '1 2 5060 sip' })
  await hand.keyboard('{Enter}')
  await isFormGone()
  await hand.click(button('Review and save', await tray()))
  const review = await dialogOf('Review changes')
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(`sip. is a single label, not a full name. Did you mean sip.${name}?`))
  await hand.click(button('Use the full name', review))
  await review.findByText('Checks passed')
  await hand.click(button('Save', review))
  await isGone('Review changes')
  expect(await stored()).toEqual([`_sip._tcp SRV 1 2 5060 sip.${name}. 600`])
  expect(screen.queryByRole('dialog')).toBeNull()
})
