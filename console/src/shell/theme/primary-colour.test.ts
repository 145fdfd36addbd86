import { describe, expect, it } from 'vitest'
import { limits } from '@nameplane/contract/limits'
import { contrast, isHexColour, primaryShades, toRgb } from './primary-colour.ts'

const white = toRgb('#ffffff')
const lightCanvas = toRgb('#f6f6f7')
const darkCanvas = toRgb('#0b0c0d')
const darkBase = toRgb('#141516')
const mixed = (surface: readonly number[], tint: readonly number[]) => surface.map((part, index) => part * 0.9 + tint[index]! * 0.1) as [number, number, number]
const chosen = ['#177DFF', '#ffffff', '#000000', '#ffff00', '#ff0000', '#00ff00', '#0000ff', '#808080', '#ffc0cb', '#0e9f8e']

describe('the primary colour', () => {
  it.each(chosen)('%s ends up readable on every surface (4.5 to 1)', (hex) => {
    const shades = primaryShades(hex)
    expect(contrast(white, toRgb(shades.fill))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(white, toRgb(shades.fillHover))).toBeGreaterThanOrEqual(4.5)
    for (const surface of [white, lightCanvas]) expect(contrast(surface, toRgb(shades.textOnLight))).toBeGreaterThanOrEqual(4.5)
    for (const surface of [white]) expect(contrast(mixed(surface, toRgb(shades.brand)), toRgb(shades.textOnLight))).toBeGreaterThanOrEqual(4.5)
    for (const surface of [darkCanvas, darkBase]) expect(contrast(mixed(surface, toRgb(shades.brand)), toRgb(shades.textOnDark))).toBeGreaterThanOrEqual(4.5)
    for (const surface of [darkCanvas, darkBase]) expect(contrast(surface, toRgb(shades.textOnDark))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(chosen)('%s can be told from a light surface (3 to 1)', (hex) => {
    expect(contrast(white, toRgb(primaryShades(hex).brand))).toBeGreaterThanOrEqual(2.99)
  })

  it('is shown as chosen, and only what carries text or is text is a shade of it', () => {
    const { brand, fill, textOnLight } = primaryShades(limits.defaultPrimaryColour)
    expect(brand).toBe('#177dff')
    expect(fill).not.toBe(brand)
    expect(textOnLight).not.toBe(brand)
  })

  it('as a link stands apart from the text around it (3 to 1) without being underlined', () => {
    expect(contrast(toRgb(primaryShades('#177DFF').textOnLight), toRgb('#171717'))).toBeGreaterThanOrEqual(3)
  })

  it('stays as chosen where it can be read', () => {
    expect(primaryShades('#1d4ed8').fill).toBe('#1d4ed8')
  })

  it('keeps its hue', () => {
    const [red, green, blue] = toRgb(primaryShades('#177DFF').fill)
    expect(blue).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(red)
  })

  it.each([
    ['#177DFF', true],
    ['#abc', false],
    ['177DFF', false],
    ['#177DFFF', false],
    ['red', false],
    ['#17 DFF', false],
  ])('%s is a colour: %s', (text, isColour) => {
    expect(isHexColour(text)).toBe(isColour)
  })

  it('measures contrast as WCAG does', () => {
    expect(contrast(white, toRgb('#000000'))).toBeCloseTo(21, 5)
    expect(contrast(toRgb('#767676'), white)).toBeCloseTo(4.54, 2)
  })
})
