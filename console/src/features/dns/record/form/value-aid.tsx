import type { ReactNode } from 'react'
import type { RecordDraft } from '../tray/tray.ts'
import type { Surroundings } from '../weight/use-weight-help.ts'
import { AddressHintsAid } from './address-hints-aid.tsx'
import { CertificateAid } from './certificate-aid.tsx'
import type { TypedFields } from './value-fields.ts'

type ValueAidProps = {
  draft: RecordDraft
  typed: TypedFields
  zoneName: string
  surroundings: Surroundings
  onTyped: (part: TypedFields) => void
  /** The type's fields. */
  children: ReactNode
}

/** What fills fields in for the reader, for the types that have such. */
export function ValueAid({ children, ...aid }: ValueAidProps) {
  switch (aid.draft.type) {
    case 'TLSA':
      return (
        <CertificateAid typed={aid.typed} onTyped={aid.onTyped}>
          {children}
        </CertificateAid>
      )
    case 'HTTPS':
    case 'SVCB':
      return (
        <>
          {children}
          <AddressHintsAid {...aid} />
        </>
      )
    default:
      return children
  }
}
