import { useEffect, useMemo, useState } from 'react'
import type { Right } from '@nameplane/contract/right'
import { navigation, type Navigation } from './session-calls.ts'

/** The signed-in caller with the route list and rights; null until the answer is there. */
function useNavigationAnswer(): Navigation | null {
  const [answer, setAnswer] = useState<Navigation | null>(null)
  useEffect(() => {
    let isCurrent = true
    navigation().then(
      (found) => isCurrent && setAnswer(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return answer
}

/**
 * Whether the signed-in caller holds a right: for buttons that would be refused anyway. The server checks every call; this
 * protects nothing. Until the answer is there, everything is held to be allowed.
 */
export function useMay(right: Right): boolean {
  return useNavigationAnswer()?.permissions.includes(right) ?? true
}

/** All rights of the caller, for choosing among them; null until the answer is there. */
export function useOwnRights(): ReadonlySet<string> | null {
  const permissions = useNavigationAnswer()?.permissions
  return useMemo(() => (permissions ? new Set(permissions) : null), [permissions])
}

/** Who is signed in; null until the answer is there. */
export function useCaller(): Navigation['user'] | null {
  return useNavigationAnswer()?.user ?? null
}

/** The caller's account; null until the answer is there. */
export function useCallerId(): number | null {
  return useCaller()?.userId ?? null
}

/** Fewest characters of an administrator's new password; null until the answer is there. */
export function usePasswordMinimum(): number | null {
  return useNavigationAnswer()?.passwordMinimum ?? null
}

/** Whether the caller is a super administrator; not while the answer is not there. */
export function useIsSuper(): boolean {
  return useNavigationAnswer()?.user.isSuper ?? false
}
