export interface Captured {
  readonly picture: HTMLCanvasElement
  /**
   * `page`: html2canvas; `browser`: the second engine; `tab`: the browser's own capture; `file`:
   * chosen.
   */
  readonly by: 'page' | 'browser' | 'tab' | 'file'
  /** Colours that had to be translated for html2canvas. */
  readonly mended: number
}

/** What is in the window, in CSS pixels of the page, and by how much it is enlarged. */
export interface View {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly scale: number
}
