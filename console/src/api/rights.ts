import { useEffect, useState } from 'react'
import type { Right } from '@nameplane/contract/rights'
import { navigation } from './session-calls.ts'

/**
 * Whether the signed-in caller holds a right: for buttons that would be refused anyway. The server checks every call; this
 * protects nothing. Until the answer is there, everything is held to be allowed.
 */
export function useMay(right: Right): boolean {
  const [may, setMay] = useState(true)
  useEffect(() => {
    let isCurrent = true
    navigation().then(
      (answer) => isCurrent && answer && setMay(answer.permissions.includes(right)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [right])
  return may
}
