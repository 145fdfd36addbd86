import type { ComponentProps } from 'react'
import { secretMask } from '@nameplane/contract/system/setting'
import { TextArea } from '../../../../screen-parts/form/field.tsx'

/** A key or certificate as its file holds it: letters small enough for its lines of 64, and flat while it is only a mask. */
export function PemArea({ shown, ...area }: ComponentProps<typeof TextArea> & { /** What the field holds now. */ shown: string | undefined }) {
  return <TextArea rows={shown === secretMask ? 2 : 6} className="font-mono text-xs! leading-5!" {...area} />
}
