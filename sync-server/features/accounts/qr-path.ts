import { encode } from 'uqr'

/**
 * A QR code as the path of an SVG, a unit for each square, drawn here so that nobody else sees what
 * is in it. `side`: of the whole picture, its quiet edge included.
 */
export function qrPath(text: string): { readonly path: string; readonly side: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), side: String(size) }
}
