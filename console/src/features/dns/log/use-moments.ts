import { useMemo } from 'react'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { momentsOf } from '../../../screen-parts/date-range/days.ts'

/** The address's range of days as the moments that the log's calls take. */
export function useMoments(): { from: string | undefined; to: string | undefined } {
  const { search } = useScreenLocation()
  const { from = '', to = '' } = search
  return useMemo(() => ({ from: undefined, to: undefined, ...momentsOf(from, to) }), [from, to])
}
