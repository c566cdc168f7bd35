/** Pictures as they are dropped into a text, and what is shown of them. */
import type { Page } from 'playwright-core'
import { aPhoto } from '../../../sync-server/features/pictures/testing/hostile.ts'
import type { Site } from './browser.ts'
import { rowsOf } from './device.ts'
import { textOf } from './editor-panel.ts'

export const dialog = (page: Page) => page.getByRole('dialog', { name: /picture/iu })
export const shown = (page: Page) => page.locator('.writing-text .own-picture img')

/** What was uploaded since the start: the gallery of the example's review has pictures, too. */
export function uploadsOf(site: Site): readonly Readonly<Record<string, unknown>>[] {
  const inGallery = JSON.stringify(rowsOf(site, 'review_winners'))
  return rowsOf(site, 'pictures').filter(({ id }) => !inGallery.includes(String(id)))
}

export interface File {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** As if it were dropped there. */
export async function drop(page: Page, ...files: readonly File[]): Promise<void> {
  await textOf(page).evaluate(
    (text, given) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const last = text.lastElementChild ?? text
      const { left, bottom } = last.getBoundingClientRect()
      last.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + 5, clientY: bottom - 3 }),
      )
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  )
}

export const photo = async (width: number, height: number): Promise<File> => ({
  name: 'IMG_1.jpg',
  type: 'image/jpeg',
  bytes: await aPhoto(width, height),
})
export const naturalWidths = (page: Page, what: string) =>
  page
    .locator(what)
    .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0)))
