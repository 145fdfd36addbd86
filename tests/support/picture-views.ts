import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'

/*
 * A page as it stands, in all its views: both languages, both themes, at a desk and on a phone. For eyes only, so nothing here judges.
 */
const gap = 8
const desk = { widthPx: 1440, scale: 0.55, columns: 2 }
const phone = { widthPx: 390, scale: 1, columns: 4 }
const heightPx = 900
/** What depends on the width is drawn anew at most ten times a second; charts take their new colours a moment later. */
const restMs = 350

/** @returns the pictures of one page: all four views of a desk, and all four of a phone */
export async function sheetsOf(page: Page): Promise<{ desk: Buffer; phone: Buffer }> {
  const before = { size: page.viewportSize()!, mode: await modeOf(page) }
  const sheets = { desk: await sheetOf(page, desk), phone: await sheetOf(page, phone) }
  await page.setViewportSize(before.size)
  await setMode(page, before.mode)
  await page.waitForTimeout(restMs)
  return sheets
}

/** The language is changed twice, and so is as it was. */
async function sheetOf(page: Page, { widthPx, scale, columns }: typeof desk): Promise<Buffer> {
  const pictures: Buffer[] = []
  await page.setViewportSize({ width: widthPx, height: heightPx })
  for (let language = 0; language < 2; language += 1) {
    for (const mode of ['light', 'dark']) {
      await setMode(page, mode)
      await page.waitForTimeout(restMs)
      pictures.push(await page.screenshot())
    }
    // A dialog keeps the button from the pointer. What is said of the change is not what the picture is of.
    await page.evaluate("document.querySelector('button[lang]')?.click()")
    await page.waitForTimeout(restMs)
    await page.evaluate("document.querySelectorAll('[popover=manual] button').forEach((one) => one.click())")
  }
  const [width, height] = [widthPx * scale, heightPx * scale]
  const rows = pictures.length / columns
  const canvas = createCanvas(columns * (width + gap) - gap, rows * (height + gap) - gap)
  const context = canvas.getContext('2d')
  for (const [index, picture] of pictures.entries())
    context.drawImage(await loadImage(picture), (index % columns) * (width + gap), Math.floor(index / columns) * (height + gap), width, height)
  return canvas.toBuffer('image/png')
}

async function modeOf(page: Page): Promise<string> {
  return (await page.evaluate<string | undefined>('document.documentElement.dataset.mode')) ?? 'light'
}

async function setMode(page: Page, mode: string): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.mode = ${JSON.stringify(mode)}`)
}
