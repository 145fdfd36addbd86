import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../browser/chunk-loading.ts'

export type PasswordStrengthProps = {
  password: string
  /** Whoever guesses the password knows it. */
  username?: string | undefined
  /** The fewest characters of an administrator's password; absent where the rules for administrators do not count, or are not known. */
  minimum?: number | undefined
  /** Whoever sets a forgotten password may be an administrator: then nothing is said to suffice. */
  isRuleUnknown?: boolean
}

// Its lists of words are fetched when a new password is first typed.
const PasswordMeter = lazyPart(() => import('./password-meter.tsx').then((part) => part.PasswordMeter))

/** The field of a new password with its strength below it: what says it again comes after both. */
export function NewPassword({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-1.5">{children}</div>
}

/** Below the field of a new password, while something stands in it. */
export function PasswordStrength(props: PasswordStrengthProps) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {props.password !== '' && (
        <Suspense fallback={null}>
          <PasswordMeter {...props} />
        </Suspense>
      )}
    </div>
  )
}
