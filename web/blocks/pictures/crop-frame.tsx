import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import type { Crop, Size } from '#shared/pictures/crop.ts'
import { frameOf, frameRatio, movedCrop, sizedCrop } from '#shared/pictures/crop.ts'
import './crop-frame.css'

interface CropFrameProps {
  /** Where the picture can be shown from, on this device. */
  readonly src: string
  /** `null`: it is known once the picture is here. */
  readonly size: Size | null
  readonly crop: Crop
  readonly onSize: (size: Size) => void
  readonly onChange: (crop: Crop) => void
  /** How many times as wide as high its frame is. */
  readonly ratio?: number
}

/** Of the picture's width, for a press of a key. */
const [step, bigStep] = [0.01, 0.1]

/**
 * The picture with the frame of what is shown of it: dragged, or moved with the arrow keys; its
 * corner, or plus and minus, make it larger and smaller.
 */
export function CropFrame({ src, size, crop, onSize, onChange, ratio = frameRatio }: CropFrameProps) {
  const held = useRef<{ readonly x: number; readonly y: number; readonly crop: Crop; readonly isCorner: boolean } | null>(null)
  if (size === null)
    return (
      <img
        className="crop-frame"
        src={src}
        alt=""
        // One that was here before its page has no event to come.
        ref={(img) => (img?.complete === true && img.naturalWidth > 0 ? onSize(naturalSize(img)) : undefined)}
        onLoad={({ currentTarget }) => onSize(naturalSize(currentTarget))}
      />
    )
  const frame = frameOf(size, crop, ratio)
  const corner = Math.max(size.width, size.height) / 24
  const press = (event: PointerEvent<SVGElement>, isCorner: boolean) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.ownerSVGElement?.focus()
    held.current = { x: event.clientX, y: event.clientY, crop, isCorner }
  }
  const drag = (event: PointerEvent<SVGElement>) => {
    const from = held.current
    const shownWidth = event.currentTarget.ownerSVGElement?.getBoundingClientRect().width ?? 0
    if (from === null || shownWidth === 0) return
    const scale = size.width / shownWidth
    const [x, y] = [(event.clientX - from.x) * scale, (event.clientY - from.y) * scale]
    onChange(
      from.isCorner
        ? sizedCrop(size, from.crop, from.crop.width + (100 * x) / size.width, ratio)
        : movedCrop(size, from.crop, { x, y }, ratio),
    )
  }
  const letGo = () => {
    held.current = null
  }
  const type = (event: KeyboardEvent) => {
    const changed = typed(event, size, crop, ratio)
    if (changed === null) return
    event.preventDefault()
    onChange(changed)
  }
  return (
    <svg
      className="crop-frame"
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes its own keys, so it has to get the focus
      tabIndex={0}
      role="application"
      aria-label="Part of the picture that is shown. Arrow keys move it, plus and minus change its size."
      onKeyDown={type}
    >
      <image href={src} width={size.width} height={size.height} />
      <path className="outside" fillRule="evenodd" d={`${outline(0, 0, size)}${outline(frame.x, frame.y, frame)}`} />
      <rect
        className="inside"
        {...frame}
        onPointerDown={(event) => press(event, false)}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
      <rect
        className="corner"
        {...{ x: frame.x + frame.width - corner, y: frame.y + frame.height - corner, width: corner, height: corner }}
        onPointerDown={(event) => press(event, true)}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
    </svg>
  )
}

const naturalSize = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size => ({ width, height })

const outline = (x: number, y: number, { width, height }: Size): string => `M${x} ${y}h${width}v${height}h${-width}z`

/** What a key makes of it; `null`: nothing. */
function typed({ key, shiftKey }: KeyboardEvent, size: Size, crop: Crop, ratio: number): Crop | null {
  const by = shiftKey ? bigStep : step
  const [across, down] = [Math.max(size.width * by, size.width / 100), Math.max(size.height * by, size.height / 100)]
  if (key === 'ArrowLeft') return movedCrop(size, crop, { x: -across, y: 0 }, ratio)
  if (key === 'ArrowRight') return movedCrop(size, crop, { x: across, y: 0 }, ratio)
  if (key === 'ArrowUp') return movedCrop(size, crop, { x: 0, y: -down }, ratio)
  if (key === 'ArrowDown') return movedCrop(size, crop, { x: 0, y: down }, ratio)
  if (key === '+' || key === '=') return sizedCrop(size, crop, crop.width + 100 * by, ratio)
  if (key === '-') return sizedCrop(size, crop, crop.width - 100 * by, ratio)
  return null
}
