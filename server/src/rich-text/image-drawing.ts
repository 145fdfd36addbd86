import { limits } from '@nameplane/contract/limits'
import { Problem } from '../problem.ts'
import { imageSizeOf } from './image-size.ts'

/** Wider than any place that shows it. */
const widestPx = 1600
const longestSidePx = 12_000
const webpQuality = 86

export type DrawnImage = { bytes: Buffer; width: number; height: number }

/** The refusal of an image beyond its limits, with what they are. */
export function tooLarge(): Problem {
  return new Problem('image_too_large', {
    params: { megabytes: Math.floor(limits.messageImageBytes / (1024 * 1024)), megapixels: limits.messageImagePixels / 1_000_000 },
  })
}

/**
 * A PNG, JPEG or WebP drawn anew as WebP, at most 1600 px wide: what is kept holds none of the bytes that were sent, no place
 * of a photograph, no second file behind the first. Whatever is none of these, or states more pixels than may be, is refused
 * before anything is decoded.
 */
export async function drawnAnew(sent: Buffer): Promise<DrawnImage> {
  if (sent.length > limits.messageImageBytes) throw tooLarge()
  const stated = imageSizeOf(sent)
  if (!stated) throw new Problem('image_not_allowed')
  if (stated.width * stated.height > limits.messageImagePixels || Math.max(stated.width, stated.height) > longestSidePx) throw tooLarge()
  // Loaded with the first image: it is the largest of our packages.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const image = await loadImage(sent).catch(() => {
    throw new Problem('image_unreadable')
  })
  const width = Math.min(image.width, widestPx)
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, 0, 0, width, height)
  return { bytes: await canvas.encode('webp', webpQuality), width, height }
}
