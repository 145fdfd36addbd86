import type { FastifyRequest } from 'fastify'
import { limits } from '@nameplane/contract/limits'
import { Problem } from '../problem.ts'
import { tooLarge } from './image-drawing.ts'

/** The bytes of the part `image` of a request. @throws Problem `image_missing`, `image_too_large` */
export async function sentImage(request: FastifyRequest): Promise<Buffer> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: limits.messageImageBytes + 1, files: 1, fields: 4, headerPairs: 20 } })
    : undefined
  if (part?.fieldname !== 'image') throw new Problem('image_missing')
  const sent = await part.toBuffer()
  if (part.file.truncated) throw tooLarge()
  return sent
}
