import { useRef } from 'react'
import { LinkButton } from '../../../../ui/button.tsx'

/** What else a field may have been meant to hold. */
export type Fix = { readonly why: string | null; readonly label: string; readonly take: () => void }

/** Below a field, beside which it stands: what else may have been meant, at one press. */
export function OfferedFix({ fix }: { fix: Fix | null }) {
  const offer = useRef<HTMLParagraphElement>(null)
  return (
    <p ref={offer} className="mt-1 text-sm text-pretty text-np-warning empty:hidden">
      {fix && (
        <>
          {fix.why}{' '}
          <LinkButton
            onClick={() => {
              fix.take()
              // The button goes; the keyboard goes back to the field.
              offer.current?.parentElement?.querySelector('input')?.focus()
            }}
          >
            {fix.label}
          </LinkButton>
        </>
      )}
    </p>
  )
}
