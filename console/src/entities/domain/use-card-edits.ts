import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useScreenLocation } from '../../routing/screen-location.tsx'
import { useUnsaved } from '../../routing/use-unsaved.ts'
import type { SavedForm } from '../../screen-parts/form/bound-form.ts'

/** Keeps what is typed into a card from being lost: its owner knows of it, and leaving asks. Returns what takes it back. */
export function useCardEdits({ isDirty, raw }: Pick<SavedForm<FieldValues>, 'isDirty' | 'raw'>, refusal: string | null, onDirty: (isDirty: boolean) => void) {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const discard = () => raw.reset()
  // The other pages of the domain keep this one as it was left.
  const pages = useScreenLocation().pathname.replace(/[^/]*$/, '')
  useUnsaved(isDirty && refusal === null, { isBeside: (pathname) => pathname.startsWith(pages), discard })
  return discard
}
