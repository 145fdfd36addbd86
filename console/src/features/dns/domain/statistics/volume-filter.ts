import { useMemo } from 'react'
import { comparisons, volumeFilters, type VolumeFilter } from '@nameplane/contract/dns/query-volume'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'

export type Comparison = (typeof comparisons)[number]

export type VolumeFilterState = {
  by: VolumeFilter | undefined
  value: string | undefined
  compare: Comparison
  /** As the calls take it. */
  asked: { compare: Comparison; by?: VolumeFilter; value?: string }
  setCompare: (compare: Comparison) => void
  clear: () => void
  /** Chooses a value of this; the chosen one again takes it back. */
  chooser: (by: VolumeFilter) => (value: string) => void
}

/** What the course shows, as the address of the page names it. */
export function useVolumeFilter(): VolumeFilterState {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const value = search['value'] || undefined
  const by = value === undefined ? undefined : volumeFilters.find((one) => one === search['by'])
  const compare = comparisons.find((one) => one === search['compare']) ?? 'none'
  return useMemo(() => {
    const isOn = by !== undefined && value !== undefined
    return {
      by,
      value: isOn ? value : undefined,
      compare,
      asked: { compare, ...(isOn && { by, value }) },
      setCompare: (chosen) => setSearch({ compare: chosen === 'none' ? null : chosen }),
      clear: () => setSearch({ by: null, value: null }),
      chooser: (of) => (chosen) => setSearch(of === by && chosen === value ? { by: null, value: null } : { by: of, value: chosen }),
    }
  }, [by, value, compare, setSearch])
}
