import { useEffect, useState } from 'react'
import { navigation } from '../../../../api/session-calls.ts'

/** Whether the signed-in caller is an administrator; null until that is known. */
export function useIsAdministrator(): boolean | null {
  const [isAdministrator, setAdministrator] = useState<boolean | null>(null)
  useEffect(() => {
    let isCurrent = true
    navigation().then(
      (answer) => isCurrent && answer && setAdministrator(answer.user.kind === 'administrator'),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return isAdministrator
}
