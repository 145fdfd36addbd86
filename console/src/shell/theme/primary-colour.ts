/*
 * The primary colour as chosen, and shades of it where it carries text or is text (WCAG 2.2 §1.4.3: 4.5 to 1). Only the
 * lightness moves, in OKLCH, so that the hue stays the user's.
 */
type Rgb = readonly [red: number, green: number, blue: number]
type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

/** A little above the rule, for surfaces that are not quite white. */
const readable = 4.6
/** For what is no text (WCAG 2.2 §1.4.11). */
const visible = 3
/** Marked rows and entries are tinted with the brand; they lie on the raised surface of each theme. */
const lightSurface: Rgb = [1, 1, 1]
const darkSurface: Rgb = [0.1, 0.1, 0.1]
const tintShare = 0.1
const white: Rgb = [1, 1, 1]

export type PrimaryShades = {
  /** As chosen, unless it could not be told from a light surface: marks, boxes, switches, tints. */
  readonly brand: string
  /** Carries white text, in both themes. */
  readonly fill: string
  readonly fillHover: string
  /** Text and lines on light surfaces. */
  readonly textOnLight: string
  /** Text and lines on dark surfaces. */
  readonly textOnDark: string
}

export function isHexColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The shades of a colour given as `#RRGGBB`. */
export function primaryShades(hex: string): PrimaryShades {
  const colour = toOklch(toRgb(hex))
  const brand = darkenedUntil(colour, (rgb) => contrast(rgb, white) >= visible)
  const fill = darkenedUntil(colour, (rgb) => contrast(rgb, white) >= readable)
  return {
    brand: toHex(fromOklch(brand)),
    fill: toHex(fromOklch(fill)),
    fillHover: toHex(fromOklch({ ...fill, lightness: Math.max(0, fill.lightness - 0.05) })),
    textOnLight: toHex(fromOklch(darkenedUntil(colour, (rgb) => contrast(rgb, tinted(lightSurface, brand)) >= readable))),
    textOnDark: toHex(fromOklch(lightenedUntil(colour, (rgb) => contrast(rgb, tinted(darkSurface, brand)) >= readable))),
  }
}

function tinted(surface: Rgb, brand: Oklch): Rgb {
  const tint = fromOklch(brand)
  return surface.map((part, index) => part * (1 - tintShare) + tint[index]! * tintShare) as [number, number, number]
}

const step = 0.005

function darkenedUntil(colour: Oklch, isEnough: (rgb: Rgb) => boolean): Oklch {
  let next = colour
  while (next.lightness > 0 && !isEnough(fromOklch(next))) next = { ...next, lightness: Math.max(0, next.lightness - step) }
  return next
}

function lightenedUntil(colour: Oklch, isEnough: (rgb: Rgb) => boolean): Oklch {
  let next = colour
  while (next.lightness < 1 && !isEnough(fromOklch(next))) next = { ...next, lightness: Math.min(1, next.lightness + step) }
  return next
}

/** WCAG 2.2 contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function gamma(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

export function toRgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

// Björn Ottosson's OKLab, sRGB in and out.
function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map(linear) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return parts.map((part) => Math.min(1, Math.max(0, gamma(Math.max(0, part))))) as [number, number, number]
}
