/** What somebody does in the feedback dialog, and how its picture is read. */
import type { Locator, Page } from 'playwright-core'

export const dialogOf = (page: Page): Locator => page.locator('dialog.feedback')
export const sendButton = (page: Page): Locator => dialogOf(page).getByRole('button', { name: 'Send', exact: true })

/** By the button in every page's list of places, on a phone in its menu. @returns that button. */
export async function openFeedback(page: Page): Promise<Locator> {
  const menu = page.locator('.bottom').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  const opener = page.locator('#site').getByRole('button', { name: 'Send feedback' })
  // By keyboard, so that the page is not scrolled to its foot.
  await opener.evaluate((button) => button instanceof HTMLElement && button.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor()
  return opener
}

/** @returns which engine made it, and how many colours had to be translated for it. */
export async function addScreenshot(page: Page): Promise<{ readonly by: string; readonly mended: number }> {
  await dialogOf(page).getByRole('button', { name: 'Add a screenshot' }).click()
  const editor = page.locator('.shot-editor')
  await editor.waitFor()
  return { by: (await editor.getAttribute('data-by')) ?? '', mended: Number(await editor.getAttribute('data-mended')) }
}

type Pair = readonly [x: number, y: number]

/** A drag over the picture, from and to in parts of it. */
export async function draw(page: Page, tool: 'Highlight' | 'Hide', from: Pair, to: Pair): Promise<void> {
  const button = dialogOf(page).getByRole('button', { name: tool, exact: true })
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  const canvas = page.locator('canvas.shot')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('no picture')
  const at = ([x, y]: Pair): readonly [number, number] => [box.x + x * box.width, box.y + y * box.height]
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a box is, in pixels of the picture. */
export function boxOf(page: Page, index: number): Promise<Area> {
  return page
    .locator('.shot-box')
    .nth(index)
    .evaluate((box) => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas.shot')
      const shown = canvas?.getBoundingClientRect()
      if (!canvas || !shown) throw new Error('no picture')
      const own = box.getBoundingClientRect()
      const scale = canvas.width / shown.width
      return { x: (own.x - shown.x) * scale, y: (own.y - shown.y) * scale, width: own.width * scale, height: own.height * scale }
    })
}

/** The colours in an area of a PNG, each once, as `r,g,b,a`; and how large the PNG is. */
export function coloursIn(
  page: Page,
  base64: string,
  area: Area,
): Promise<{ readonly colours: readonly string[]; readonly width: number; readonly height: number }> {
  return page.evaluate(
    async ({ png, x, y, width, height }) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
      const canvas = document.createElement('canvas')
      canvas.width = bitmap.width
      canvas.height = bitmap.height
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(x, y, width, height)
      const colours = new Set<string>()
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 4).join())
      return { colours: [...colours].slice(0, 50), width: bitmap.width, height: bitmap.height }
    },
    { png: base64, ...area },
  )
}

/** A chessboard fixed to the middle of the window, black and white, squares of 8 px. */
export function layPattern(page: Page): Promise<void> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 320
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    for (let x = 0; x < canvas.width; x += 8)
      for (let y = 0; y < canvas.height; y += 8) {
        context.fillStyle = (x + y) % 16 === 0 ? '#c01020' : '#f0f020'
        context.fillRect(x, y, 8, 8)
      }
    Object.assign(canvas.style, { position: 'fixed', left: `calc(50% - 240px)`, top: `calc(50% - 160px)`, zIndex: '5' })
    // Beside what is the app's, which may be on its way.
    document.body.append(canvas)
  })
}
