/**
 * What html2canvas 1.4.1 reads; it throws on the first colour in any of them that it does not know.
 */
const properties = [
  'color',
  'background-color',
  'background-image',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
  'text-decoration-color',
  'text-shadow',
  'box-shadow',
  '-webkit-text-stroke-color',
]

/**
 * A computed colour that is neither `rgb()`, `rgba()`, `hsl()` nor hex; its arguments may hold one
 * pair of brackets more.
 */
const strange = /\b(?:oklch|oklab|lch|lab|hwb|color-mix|color)\((?:[^()]|\([^()]*\))*\)/giu

/** Turns each colour that html2canvas would throw on into sRGB. @returns how many there were. */
export function mendColours(clone: Document): number {
  const view = clone.defaultView
  if (view === null) return 0
  const toSrgb = srgbBy(clone)
  let mended = 0
  for (const element of clone.querySelectorAll<HTMLElement | SVGElement>('*')) {
    const style = view.getComputedStyle(element)
    for (const property of properties) {
      const value = style.getPropertyValue(property)
      const plain = plainColours(value, toSrgb)
      if (plain === value) continue
      element.style.setProperty(property, plain, 'important')
      mended += 1
    }
  }
  return mended
}

/** A value with each strange colour in it translated; the rest stays as it is. */
export function plainColours(value: string, toSrgb: (colour: string) => string): string {
  return value.replace(strange, (colour) => toSrgb(colour))
}

/** As the screen would show it: painted on one pixel, and read back. */
function srgbBy(clone: Document): (colour: string) => string {
  const canvas = clone.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (colour) => {
    if (context === null) return 'rgba(0, 0, 0, 0)'
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = '#00000000' // stays when the browser cannot read the colour either
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
  }
}
