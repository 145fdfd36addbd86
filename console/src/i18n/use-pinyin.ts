import { useEffect, useState } from 'react'
import { loadChunk } from '../browser/chunk-loading.ts'
import type { IsPinyinOf } from './pinyin.ts'

const isNoPinyin: IsPinyinOf = () => false

/** Whether letters are the pinyin of a name. The dictionary is large: it comes with the first part that searches, and until then nothing is pinyin. */
export function usePinyin(): IsPinyinOf {
  const [known, setKnown] = useState({ isPinyinOf: isNoPinyin })
  useEffect(() => {
    let isCurrent = true
    loadChunk(() => import('./pinyin.ts')).then(
      ({ isPinyinOf }) => isCurrent && setKnown({ isPinyinOf }),
      // Without it, names are still found by what they say.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return known.isPinyinOf
}
