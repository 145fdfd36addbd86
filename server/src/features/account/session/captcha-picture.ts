import { randomInt } from 'node:crypto'
import jpeg from 'jpeg-js'

/*
 * Draws a captcha as JPEG with nothing but arithmetic: each letter is a list of strokes on a 4 × 6 grid, turned,
 * shifted and sheared at random, over noise lines and dots.
 */

const width = 132
const height = 44

// Strokes as point lists on a grid: x 0–4 to the right, y 0–6 downwards.
const strokes: Record<string, [number, number][][]> = {
  A: [
    [
      [0, 6],
      [2, 0],
      [4, 6],
    ],
    [
      [0.8, 4],
      [3.2, 4],
    ],
  ],
  C: [
    [
      [4, 1],
      [3, 0],
      [1, 0],
      [0, 1.5],
      [0, 4.5],
      [1, 6],
      [3, 6],
      [4, 5],
    ],
  ],
  E: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
      [4, 6],
    ],
    [
      [0, 3],
      [3, 3],
    ],
  ],
  F: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
    ],
    [
      [0, 3],
      [3, 3],
    ],
  ],
  H: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [4, 6],
    ],
    [
      [0, 3],
      [4, 3],
    ],
  ],
  J: [
    [
      [1, 0],
      [4, 0],
    ],
    [
      [3, 0],
      [3, 5],
      [2, 6],
      [1, 6],
      [0, 5],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [0, 3.4],
    ],
    [
      [1.4, 2.6],
      [4, 6],
    ],
  ],
  L: [
    [
      [0, 0],
      [0, 6],
      [4, 6],
    ],
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3.4],
      [4, 0],
      [4, 6],
    ],
  ],
  N: [
    [
      [0, 6],
      [0, 0],
      [4, 6],
      [4, 0],
    ],
  ],
  P: [
    [
      [0, 6],
      [0, 0],
      [3, 0],
      [4, 1],
      [4, 2.4],
      [3, 3.4],
      [0, 3.4],
    ],
  ],
  R: [
    [
      [0, 6],
      [0, 0],
      [3, 0],
      [4, 1],
      [4, 2.2],
      [3, 3.2],
      [0, 3.2],
    ],
    [
      [2, 3.2],
      [4, 6],
    ],
  ],
  T: [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [2, 0],
      [2, 6],
    ],
  ],
  U: [
    [
      [0, 0],
      [0, 4.6],
      [1, 6],
      [3, 6],
      [4, 4.6],
      [4, 0],
    ],
  ],
  V: [
    [
      [0, 0],
      [2, 6],
      [4, 0],
    ],
  ],
  W: [
    [
      [0, 0],
      [1, 6],
      [2, 2.4],
      [3, 6],
      [4, 0],
    ],
  ],
  X: [
    [
      [0, 0],
      [4, 6],
    ],
    [
      [4, 0],
      [0, 6],
    ],
  ],
  Y: [
    [
      [0, 0],
      [2, 3],
      [4, 0],
    ],
    [
      [2, 3],
      [2, 6],
    ],
  ],
  3: [
    [
      [0, 0.6],
      [1, 0],
      [3, 0],
      [4, 1],
      [4, 2],
      [3, 3],
      [1.6, 3],
    ],
    [
      [3, 3],
      [4, 4],
      [4, 5],
      [3, 6],
      [1, 6],
      [0, 5.4],
    ],
  ],
  4: [
    [
      [3, 6],
      [3, 0],
      [0, 4],
      [4, 4],
    ],
  ],
  7: [
    [
      [0, 0],
      [4, 0],
      [1.4, 6],
    ],
  ],
  9: [
    [
      [4, 2.6],
      [3, 3.4],
      [1, 3.4],
      [0, 2.4],
      [0, 1],
      [1, 0],
      [3, 0],
      [4, 1],
      [4, 4],
      [3, 5.6],
      [1.6, 6],
    ],
  ],
}

type Colour = readonly [number, number, number]

function between(low: number, high: number): number {
  return low + (randomInt(1_000_000) / 1_000_000) * (high - low)
}

function dot(pixels: Buffer, x: number, y: number, radius: number, colour: Colour): void {
  for (let row = Math.floor(y - radius); row <= y + radius; row++) {
    for (let column = Math.floor(x - radius); column <= x + radius; column++) {
      if (row < 0 || column < 0 || row >= height || column >= width) continue
      if ((row - y) ** 2 + (column - x) ** 2 > radius ** 2) continue
      const at = (row * width + column) * 4
      pixels[at] = colour[0]
      pixels[at + 1] = colour[1]
      pixels[at + 2] = colour[2]
    }
  }
}

function stroke(pixels: Buffer, from: readonly [number, number], to: readonly [number, number], radius: number, colour: Colour): void {
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 2) + 1
  for (let step = 0; step <= steps; step++)
    dot(pixels, from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps, radius, colour)
}

/** The picture of a text of letters that have strokes, as JPEG bytes of 132 × 44 pixels. */
export function captchaPicture(text: string): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 0xff)
  for (let at = 0; at < pixels.length; at += 4) {
    const shade = randomInt(232, 250)
    pixels[at] = shade
    pixels[at + 1] = shade
    pixels[at + 2] = Math.min(255, shade + 5)
  }
  const faint = (): Colour => [randomInt(140, 200), randomInt(140, 200), randomInt(150, 210)]
  for (let line = 0; line < 5; line++) stroke(pixels, [between(0, width), between(0, height)], [between(0, width), between(0, height)], 0.7, faint())
  for (let speck = 0; speck < 60; speck++) dot(pixels, between(0, width), between(0, height), 0.8, faint())
  ;[...text].forEach((letter, index) => {
    const colour: Colour = [randomInt(10, 90), randomInt(20, 100), randomInt(60, 150)]
    const angle = between(-0.32, 0.32)
    const shear = between(-0.2, 0.2)
    const size = between(4.3, 5.1)
    const centre = [20 + index * 30.5 + between(-3, 3), height / 2 + between(-3, 3)] as const
    const place = ([x, y]: readonly [number, number]): [number, number] => {
      const right = (x - 2) * size + (y - 3) * size * shear
      const down = (y - 3) * size
      return [centre[0] + right * Math.cos(angle) - down * Math.sin(angle), centre[1] + right * Math.sin(angle) + down * Math.cos(angle)]
    }
    for (const points of strokes[letter] ?? []) {
      for (let point = 1; point < points.length; point++) stroke(pixels, place(points[point - 1]!), place(points[point]!), 1.3, colour)
    }
  })
  return Buffer.from(jpeg.encode({ data: pixels, width, height }, 72).data)
}
