import { figures } from '#shared/reports/figures.ts'
import { fitted } from '../editor/boxes.ts'
import type { Captured } from './view.ts'
import { nextFrames, within } from './capture.ts'

/** No picture that anybody takes is larger; decoding one could take the whole page along. */
const maxFileBytes = 40_000_000

/** Whether the browser can be asked for a picture of this tab; phones cannot. */
export const canCaptureTab = (): boolean =>
  typeof navigator.mediaDevices?.getDisplayMedia === 'function' && matchMedia('(any-pointer: fine)').matches

/**
 * The browser's own capture of a tab, after it has asked. Has to begin with a press. `hide` takes
 * the dialog out of sight meanwhile.
 * @throws Error with a sentence for people.
 */
export async function captureTab(hide: (isHidden: boolean) => void): Promise<Captured> {
  const video = document.createElement('video')
  let stream: MediaStream | null = null
  try {
    const wishes = { video: { displaySurface: 'browser' }, audio: false, preferCurrentTab: true, selfBrowserSurface: 'include' }
    stream = await navigator.mediaDevices.getDisplayMedia(wishes)
    hide(true)
    video.srcObject = stream
    video.muted = true
    await within(video.play())
    await nextFrames()
    await nextFrames()
    return { picture: drawn(video, { width: video.videoWidth, height: video.videoHeight }), by: 'tab', mended: 0 }
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    throw new Error(isRefused ? 'Your browser didn’t allow capturing this tab.' : 'Couldn’t capture this tab.', { cause: error })
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
    hide(false)
  }
}

/** @throws Error with a sentence for people. */
export async function pictureOf(file: Blob): Promise<Captured> {
  if (file.size > maxFileBytes) throw new Error('That file is too large. Choose a picture of up to 40 MB.')
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch (error) {
    throw new Error('Your browser can’t open that file as a picture.', { cause: error })
  }
  try {
    return { picture: drawn(bitmap, bitmap), by: 'file', mended: 0 }
  } finally {
    bitmap.close()
  }
}

function drawn(source: CanvasImageSource, size: { readonly width: number; readonly height: number }): HTMLCanvasElement {
  const { width, height } = fitted(size, figures.maxCanvasSide)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null || size.width === 0) throw new Error('Your browser couldn’t draw the picture.')
  // See-through parts of a picture are paper.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return canvas
}
