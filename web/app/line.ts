/** What the browser says of the connection; not all browsers say anything. */
export interface Line {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

export const lineOfBrowser = (): Line | undefined => (navigator as { readonly connection?: Line }).connection

/** The reader spares it, or it is very slow. */
export function isDear(line: Line | undefined): boolean {
  return line?.saveData === true || /2g/u.test(line?.effectiveType ?? '')
}

/** Nothing that nobody has asked for goes over a mobile network, or over anything below 4G. */
export function isMeteredOrSlow(line: Line | undefined): boolean {
  return isDear(line) || line?.type === 'cellular' || line?.effectiveType === '3g'
}
