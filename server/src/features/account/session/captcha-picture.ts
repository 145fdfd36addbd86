import { randomInt } from 'node:crypto'

/* Draws a captcha: each letter is a few strokes, turned, shifted and sheared at random, over noise of lines and dots. */

const width = 132
const height = 44
const quality = 72

/** Strokes as paths on a grid: x 0–4 to the right, y 0–6 downwards. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 6 L2 0 L4 6 M0.8 4 L3.2 4',
  C: 'M4 1 L3 0 L1 0 L0 1.5 L0 4.5 L1 6 L3 6 L4 5',
  E: 'M4 0 L0 0 L0 6 L4 6 M0 3 L3 3',
  F: 'M4 0 L0 0 L0 6 M0 3 L3 3',
  H: 'M0 0 L0 6 M4 0 L4 6 M0 3 L4 3',
  J: 'M1 0 L4 0 M3 0 L3 5 L2 6 L1 6 L0 5',
  K: 'M0 0 L0 6 M4 0 L0 3.4 M1.4 2.6 L4 6',
  L: 'M0 0 L0 6 L4 6',
  M: 'M0 6 L0 0 L2 3.4 L4 0 L4 6',
  N: 'M0 6 L0 0 L4 6 L4 0',
  P: 'M0 6 L0 0 L3 0 L4 1 L4 2.4 L3 3.4 L0 3.4',
  R: 'M0 6 L0 0 L3 0 L4 1 L4 2.2 L3 3.2 L0 3.2 M2 3.2 L4 6',
  T: 'M0 0 L4 0 M2 0 L2 6',
  U: 'M0 0 L0 4.6 L1 6 L3 6 L4 4.6 L4 0',
  V: 'M0 0 L2 6 L4 0',
  W: 'M0 0 L1 6 L2 2.4 L3 6 L4 0',
  X: 'M0 0 L4 6 M4 0 L0 6',
  Y: 'M0 0 L2 3 L4 0 M2 3 L2 6',
  3: 'M0 0.6 L1 0 L3 0 L4 1 L4 2 L3 3 L1.6 3 M3 3 L4 4 L4 5 L3 6 L1 6 L0 5.4',
  4: 'M3 6 L3 0 L0 4 L4 4',
  7: 'M0 0 L4 0 L1.4 6',
  9: 'M4 2.6 L3 3.4 L1 3.4 L0 2.4 L0 1 L1 0 L3 0 L4 1 L4 4 L3 5.6 L1.6 6',
}

const between = (low: number, high: number): number => low + (randomInt(1_000_000) / 1_000_000) * (high - low)
const colour = (red: readonly [number, number], green: readonly [number, number], blue: readonly [number, number]): string =>
  `rgb(${randomInt(...red)}, ${randomInt(...green)}, ${randomInt(...blue)})`
const faint = (): string => colour([140, 200], [140, 200], [150, 210])

/** The picture of a text of letters that have strokes, as JPEG bytes of 132 × 44 pixels. */
export async function captchaPicture(text: string): Promise<Buffer> {
  // Loaded with the first picture: it is the largest of our packages.
  const { createCanvas, Path2D } = await import('@napi-rs/canvas')
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  const drawStroke = (path: string, lineWidth: number, strokeStyle: string): void => {
    drawing.lineWidth = lineWidth
    drawing.strokeStyle = strokeStyle
    drawing.stroke(new Path2D(path))
  }
  const shade = randomInt(232, 250)
  drawing.fillStyle = `rgb(${shade}, ${shade}, ${shade + 5})`
  drawing.fillRect(0, 0, width, height)
  drawing.lineCap = 'round'
  drawing.lineJoin = 'round'
  for (let line = 0; line < 5; line++) drawStroke(`M${somewhere()} L${somewhere()}`, 1.4, faint())
  for (let speck = 0; speck < 60; speck++) {
    const at = somewhere()
    drawStroke(`M${at} L${at}`, 1.6, faint())
  }
  ;[...text].forEach((letter, index) => {
    drawing.save()
    drawing.translate(20 + index * 30.5 + between(-3, 3), height / 2 + between(-3, 3))
    drawing.rotate(between(-0.32, 0.32))
    drawing.transform(1, 0, between(-0.2, 0.2), 1, 0, 0)
    const size = between(4.3, 5.1)
    drawing.scale(size, size)
    drawing.translate(-2, -3)
    drawStroke(strokes[letter] ?? '', 2.6 / size, colour([10, 90], [20, 100], [60, 150]))
    drawing.restore()
  })
  return canvas.toBuffer('image/jpeg', quality)
}

const somewhere = (): string => `${between(0, width)} ${between(0, height)}`
