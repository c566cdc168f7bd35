import { domToCanvas } from 'modern-screenshot'
import { fontsInUse } from './fonts-in-use.ts'
import type { Captured, View } from './view.ts'

/**
 * The second engine: the browser itself draws a copy of the page as a picture. It knows every
 * colour, and is slower on long pages. The page's policy refuses it a style element, which costs a
 * line on the console; it would look for fonts with another one and break, so it is given them.
 */
export async function drawByBrowser(view: View, isLeftOut: (node: Node) => boolean): Promise<Captured> {
  const picture = await domToCanvas(document.documentElement, {
    width: view.width,
    height: view.height,
    scale: view.scale,
    backgroundColor: getComputedStyle(document.documentElement).backgroundColor,
    filter: (node) => !isLeftOut(node),
    // The window is cut out of the whole page, whose own cut (it stands still behind the dialog) is
    // undone.
    style: {
      marginBlockStart: `${-view.y}px`,
      marginInlineStart: `${-view.x}px`,
      paddingInlineEnd: '0',
      overflow: 'visible',
      height: `${view.y + view.height}px`,
    },
    font: { cssText: await fontsInUse(document) },
    timeout: 8_000,
  })
  if (isBlank(picture)) throw new Error('the picture is empty')
  return { picture, by: 'browser', mended: 0 }
}

/** A picture that could not be drawn is one of nothing, without an error. */
function isBlank(picture: HTMLCanvasElement): boolean {
  const small = document.createElement('canvas')
  small.width = small.height = 48
  const context = small.getContext('2d', { willReadFrequently: true })
  if (context === null) return false
  context.drawImage(picture, 0, 0, small.width, small.height)
  const pixels = new Uint32Array(context.getImageData(0, 0, small.width, small.height).data.buffer)
  return pixels.every((pixel) => pixel === pixels[0])
}
