import { expect, test } from 'vitest'
import { isPlaceholder, placeholders } from './placeholder-nameservers.ts'

test('what a new platform begins with is a placeholder, what somebody owns is not', () => {
  expect(placeholders.nameservers.every(isPlaceholder)).toBe(true)
  expect(['ns1.west.nameplane.example', 'NS1.Nameplane.Example.'].every(isPlaceholder)).toBe(true)
  expect(['ns1.dns.example', 'ns1.notnameplane.example', 'ns1.nameplane.example.com'].some(isPlaceholder)).toBe(false)
})
