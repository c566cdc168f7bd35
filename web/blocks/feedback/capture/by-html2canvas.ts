/**
 * html2canvas copies the page into a frame and paints the copy by itself. Between the two we mend
 * what it cannot know or cannot draw: sheets adopted by script, newer colours, masks, signs drawn
 * by `<use>`; and leave out what is far from the window, which would cost seconds on a long page.
 */
import html2canvas from 'html2canvas'
import type { Captured, View } from './view.ts'
import { mendColours } from './clone-colours.ts'
import { mendLetters } from './clone-letters.ts'
import { mendClips, mendFormulas, mendMasks, mendSigns } from './clone-signs.ts'
import { adoptSheets } from './clone-sheets.ts'
import { farElements, landmark, placeLike } from './clone-place.ts'

export async function drawPage(view: View, isLeftOut: (node: Node) => boolean): Promise<Captured> {
  const far = farElements(document, view)
  const mark = landmark(document, view, far)
  const counts = { mended: 0 }
  const drawing = withoutStyleElements(() =>
    html2canvas(document.documentElement, {
      x: view.x,
      y: view.y,
      // The same moment's: a page that is still being laid out scrolls by itself, and all would
      // stand lower or higher than in the window.
      scrollX: view.x,
      scrollY: view.y,
      width: view.width,
      height: view.height,
      windowWidth: view.width,
      windowHeight: view.height,
      scale: view.scale,
      logging: false,
      imageTimeout: 5_000,
      ignoreElements: (element) => isLeftOut(element) || far.has(element) || isFolded(element),
      onclone: async (clone) => {
        adoptSheets(document, clone)
        counts.mended = mendColours(clone)
        mendFormulas(clone)
        await fontsOf(clone)
        mark.findIn(clone, placeLike)
        mendLetters(clone)
        mendClips(clone)
        mendMasks(clone)
        mendSigns(document, clone)
      },
    }),
  )
  // The copy has been made.
  mark.remove()
  return { picture: await drawing, by: 'page', mended: counts.mended }
}

/**
 * Fonts are fetched once something is laid out in them, and with another font lines break
 * elsewhere: then all would stand lower than in the window.
 */
async function fontsOf(clone: Document): Promise<void> {
  clone.body.getBoundingClientRect()
  await clone.fonts.ready
}

/**
 * In a closed `<details>`, which html2canvas would draw as if it were open; or for those without
 * scripts.
 */
function isFolded(element: Element): boolean {
  if (element.localName === 'noscript') return true
  const around = element.parentElement
  return around instanceof HTMLDetailsElement && !around.open && element !== around.querySelector(':scope > summary')
}

/**
 * html2canvas lays one style element into its copy, which the page's policy refuses, and says so on
 * the console. What stands in it is adopted instead (clone-sheets.ts). The copy is made before this
 * call returns, so nobody else meets this `createElement`.
 */
function withoutStyleElements<T>(makeCopy: () => T): T {
  const createElement = document.createElement.bind(document)
  const instead = (name: string, options?: ElementCreationOptions) => createElement(name === 'style' ? 'template' : name, options)
  Object.defineProperty(document, 'createElement', { value: instead, configurable: true })
  try {
    return makeCopy()
  } finally {
    // The prototype's is seen again.
    Reflect.deleteProperty(document, 'createElement')
  }
}
