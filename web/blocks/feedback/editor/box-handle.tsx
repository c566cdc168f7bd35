import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { Box, Point, Size } from './boxes.ts'
import { moved, placeOfBox, sized } from './boxes.ts'

interface BoxHandleProps {
  readonly box: Box
  /** "Hidden part 1" */
  readonly name: string
  readonly picture: Size
  /** Added by keyboard: it gets the focus. */
  readonly isNew: boolean
  readonly onChange: (box: Box) => void
  readonly onRemove: () => void
}

/** In pixels of the picture. */
const step = 8
const largeStep = 64
const leastSide = 8

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * What can be taken hold of: the box itself moves it, its last corner sizes it, by arrow keys or by
 * a pointer. The box is painted in the picture.
 */
export function BoxHandle({ box, name, picture, isNew, onChange, onRemove }: BoxHandleProps) {
  const place = useRef<HTMLDivElement>(null)
  const mover = useRef<HTMLDivElement>(null)
  const hold = useRef<{ readonly at: Point; readonly box: Box; readonly pointer: number } | null>(null)
  useEffect(() => {
    if (isNew) mover.current?.focus()
  }, [isNew])

  const move = (by: Point, from: Box = box) => onChange(moved(from, by, picture))
  const size = (by: Point, from: Box = box) => onChange(sized(from, by, picture, leastSide))
  const keys = (event: KeyboardEvent, act: (by: Point) => void) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove()
    }
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const by = event.shiftKey ? largeStep : step
    act({ x: direction.x * by, y: direction.y * by })
  }
  const pointer = (act: (by: Point, from: Box) => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      hold.current = { at: { x: event.clientX, y: event.clientY }, box, pointer: event.pointerId }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = hold.current
      const shown = place.current?.parentElement?.getBoundingClientRect()
      if (held?.pointer !== event.pointerId || shown === undefined || shown.width === 0) return
      const scale = picture.width / shown.width
      act({ x: (event.clientX - held.at.x) * scale, y: (event.clientY - held.at.y) * scale }, held.box)
    },
    onPointerUp: () => (hold.current = null),
    onPointerCancel: () => (hold.current = null),
  })
  const percent = (value: number, of: number) => `${(100 * value) / of}%`
  const words = placeOfBox(box, picture)

  return (
    <div
      className="shot-box"
      data-kind={box.kind}
      ref={place}
      role="group"
      aria-label={name}
      style={{
        left: percent(box.x, picture.width),
        top: percent(box.y, picture.height),
        width: percent(box.width, picture.width),
        height: percent(box.height, picture.height),
      }}
    >
      <div
        className="shot-mover"
        ref={mover}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes its own keys, so it has to get the focus
        tabIndex={0}
        aria-label={`Move: ${name}, ${words}. Arrow keys move it, Shift moves it farther, Delete removes it.`}
        onKeyDown={(event) => keys(event, move)}
        {...pointer(move)}
      />
      <div
        className="shot-corner"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes its own keys, so it has to get the focus
        tabIndex={0}
        aria-label={`Size: ${name}, ${words}. Arrow keys resize it, Shift resizes it more.`}
        onKeyDown={(event) => keys(event, size)}
        {...pointer(size)}
      />
      <button type="button" className="shot-x" aria-label={`Remove: ${name}`} title="Remove" onClick={onRemove}>
        <Icon name="no" />
      </button>
    </div>
  )
}
