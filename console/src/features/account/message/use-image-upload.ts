import { useCallback } from 'react'
import { message } from '@nameplane/contract/account/message'
import { apiRoot } from '../../../api/client.ts'
import { useChange } from '../../../api/queries.ts'
import type { UploadedImage } from '../../../screen-parts/rich-text/rich-text-editor.tsx'

/** Takes a picture in for a message; a refusal shows as a toast and answers null. */
export function useImageUpload(): (file: File) => Promise<UploadedImage | null> {
  const { run } = useChange(message.addImage)
  return useCallback(
    async (file) => {
      const outcome = await run({ image: file })
      if (!outcome.isDone) return null
      const { key, width, height } = outcome.reply.data
      return { src: `${apiRoot()}${message.image.path.replace('{key}', key)}`, width, height }
    },
    [run],
  )
}
