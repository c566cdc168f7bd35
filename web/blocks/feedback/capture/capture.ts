/**
 * A picture of what is in the window, without the feedback dialog. html2canvas draws it (phones,
 * offline, nothing to permit); where that throws, the browser draws it by modern-screenshot. Both
 * are loaded with the first capture. Neither side is longer than the figure.
 */
import { figures } from '#shared/reports/figures.ts'
import { feedbackRootId } from '../feedback-root-id.ts'
import type { Captured, View } from './view.ts'

/**
 * A page of a thousand comments on a slow phone takes some seconds; what takes longer has got
 * stuck.
 */
const patienceMs = 25_000

/** @throws Error when neither engine could. */
export async function capturePage(): Promise<Captured> {
  // "Taking a picture" is to be seen before the page is busy with it.
  await nextFrames()
  try {
    const { drawPage } = await import('./by-html2canvas.ts')
    return await within(drawPage(viewNow(), isFeedback))
  } catch (error) {
    // Worth knowing, and no reason to go without a picture.
    console.warn('html2canvas:', error)
    const { drawByBrowser } = await import('./by-browser.ts')
    return await within(drawByBrowser(viewNow(), isFeedback))
  }
}

export function viewNow(): View {
  const page = document.documentElement
  const height = page.clientHeight
  // While the dialog is open, the scroll bar's room is padding: see feedback.css.
  const width = page.clientWidth - Number.parseFloat(getComputedStyle(page).paddingInlineEnd)
  const most = figures.maxCanvasSide
  return { x: scrollX, y: scrollY, width, height, scale: Math.min(devicePixelRatio, most / width, most / height) }
}

export function nextFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
}

const isFeedback = (node: Node): boolean => node instanceof Element && node.id === feedbackRootId

/** @throws Error when it takes so long that it must have got stuck. */
export function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no picture within ${patienceMs} ms`)), patienceMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
