/* Networks that nothing else has: all files share the platform. Each is written as the platform writes it, so that it is found again. */

const drawn = (length: number): number[] => [...crypto.getRandomValues(new Uint8Array(length))]

/** What a /24 begins with: 23.5.7. */
export function freshFour(): string {
  const [first = 0, ...others] = drawn(3)
  return [11 + (first % 80), ...others].join('.')
}

/** What a /48 begins with: fd12:3456:789a. No group begins with a zero, which would be left out. */
export function freshSix(): string {
  const groups = [...crypto.getRandomValues(new Uint16Array(2))].map((group) => group | 0x1000)
  return [0xfd00 + drawn(1)[0]!, ...groups].map((group) => group.toString(16)).join(':')
}
