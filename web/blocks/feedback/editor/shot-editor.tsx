import type { PointerEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { freshId } from '../../../data/fresh-id.ts'
import type { Shot } from '../feedback-state.ts'
import { BoxHandle } from './box-handle.tsx'
import type { Box, BoxKind, Point } from './boxes.ts'
import { boxBetween, boxInMiddle, nameOfBox, placeOfBox } from './boxes.ts'
import { paint } from './paint.ts'

interface ShotEditorProps {
  readonly shot: Shot
  readonly isSending: boolean
  readonly onChange: (boxes: readonly Box[]) => void
  readonly onRemove: () => void
}

interface Stroke {
  readonly pointer: number
  readonly from: Point
  readonly to: Point
  /** What one pixel of the screen is in the picture. */
  readonly screenPixel: number
}

/**
 * The picture as it will be sent, with tools to draw over it: by any pointer on the picture, or by
 * keyboard on each box.
 */
export function ShotEditor({ shot: { picture, boxes, by, mended }, isSending, onChange, onRemove }: ShotEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const [tool, setTool] = useState<BoxKind | null>(null)
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const [message, setMessage] = useState('')
  const [newest, setNewest] = useState<string | null>(null)
  const drawn = stroke === null || tool === null ? null : boxBetween(tool, 'drawn', stroke.from, stroke.to, picture, stroke.screenPixel)

  useEffect(() => {
    if (canvas.current !== null && picture.width > 0) paint(canvas.current, picture, drawn === null ? boxes : [...boxes, drawn])
  })

  useEffect(() => {
    const place = tools.current
    place?.scrollIntoView({ block: 'nearest' })
    // The button that asked for the picture is gone, and its focus with it; who is typing is left
    // alone.
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement instanceof HTMLDialogElement)
      place?.querySelector('button')?.focus({ preventScroll: true })
  }, [picture])

  const say = (box: Box, all: readonly Box[]) => setMessage(`${nameOfBox(box, all)}: ${placeOfBox(box, picture)}.`)
  const add = (box: Box, isFocused: boolean) => {
    const all = [...boxes, box]
    onChange(all)
    say(box, all)
    setNewest(isFocused ? box.id : null)
  }
  const change = (box: Box) => {
    const all = boxes.map((each) => (each.id === box.id ? box : each))
    onChange(all)
    say(box, all)
  }
  const remove = (box: Box) => {
    setMessage(`${nameOfBox(box, boxes)} removed.`)
    onChange(boxes.filter(({ id }) => id !== box.id))
    tools.current?.querySelector('button')?.focus()
  }
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    if (tool === null || stroke !== null || event.button !== 0) return
    // The dialog's text is not to be selected by a stroke that leaves the picture.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = pointOf(event, picture)
    const screenPixel = picture.width / event.currentTarget.getBoundingClientRect().width / devicePixelRatio
    setStroke({ pointer: event.pointerId, from, to: from, screenPixel })
  }
  const follow = (event: PointerEvent<HTMLCanvasElement>) => {
    if (stroke?.pointer === event.pointerId) setStroke({ ...stroke, to: pointOf(event, picture) })
  }
  const lift = (event: PointerEvent<HTMLCanvasElement>) => {
    if (stroke?.pointer !== event.pointerId) return
    setStroke(null)
    if (tool === null) return
    const box = boxBetween(tool, freshId(), stroke.from, pointOf(event, picture), picture, stroke.screenPixel)
    if (box !== null) add(box, false)
  }
  const toolButton = (kind: BoxKind, label: string) => (
    <button type="button" className="btn" aria-pressed={tool === kind} onClick={() => setTool(tool === kind ? null : kind)}>
      {label}
    </button>
  )

  return (
    <div inert={isSending} data-by={by} data-mended={mended} className="shot-editor">
      <div className="shot-tools" ref={tools}>
        {toolButton('highlight', 'Highlight')}
        {toolButton('hide', 'Hide')}
        {tool === null ? null : (
          <button type="button" className="btn quiet" onClick={() => add(boxInMiddle(tool, freshId(), picture, boxes.length), true)}>
            Add a box
          </button>
        )}
      </div>
      <div className="shot-wrap" data-tool={tool ?? undefined}>
        <canvas
          className="shot"
          ref={canvas}
          role="img"
          aria-label={`The page as it will be sent, ${picture.width} by ${picture.height} pixels`}
          onPointerDown={press}
          onPointerMove={follow}
          onPointerUp={lift}
          onPointerCancel={() => setStroke(null)}
        />
        {boxes.map((box) => (
          <BoxHandle
            key={box.id}
            box={box}
            name={nameOfBox(box, boxes)}
            picture={picture}
            isNew={box.id === newest}
            onChange={change}
            onRemove={() => remove(box)}
          />
        ))}
      </div>
      <p className="soft meta">
        {tool === null
          ? 'Choose Highlight or Hide, then draw over the picture.'
          : 'Draw over the picture. Hidden areas are erased before sending.'}
      </p>
      <button type="button" className="linkish meta" onClick={onRemove}>
        Remove screenshot
      </button>
      <p className="sr" role="status">
        {message}
      </p>
    </div>
  )
}

/**
 * Where a pointer is in the picture, however large that is on the screen and wherever it has been
 * scrolled to.
 */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>, picture: HTMLCanvasElement): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: ((clientX - left) * picture.width) / width, y: ((clientY - top) * picture.height) / height }
}
