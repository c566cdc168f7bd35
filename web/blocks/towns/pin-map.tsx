import type { KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useState } from 'react'
import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import type { Point } from '#shared/local-groups/map-projection.ts'
import { outlineSeam, project, unproject, world } from '#shared/local-groups/map-projection.ts'
import type { MapView } from '#shared/local-groups/map-view.ts'
import { frameOf, placeIn as spotIn, viewAround, wholeWorld, zoomed } from '#shared/local-groups/map-view.ts'
import { placeIn, putPlace } from './form-place.ts'
import land from './world.svg'

interface PinMapProps {
  readonly form: HTMLFormElement
  readonly onSet: () => void
}

/** Of the part that is shown, with one press of a key. */
const step = { plain: 0.02, far: 0.1 } as const
const aroundPin = 4
const keys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
}

/** To some ten meters, which is finer than a finger. */
const fine = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: Math.round(latitude * 1e4) / 1e4 + 0,
  longitude: Math.round(longitude * 1e4) / 1e4 + 0,
})

/** The coordinates of a form as a pin on the outline of the world. */
export function PinMap({ form, onSet }: PinMapProps) {
  const [pin, setPin] = useState(() => placeIn(form))
  const [view, setView] = useState<MapView>(() => (pin === null ? wholeWorld : viewAround(project(pin), aroundPin)))
  const frame = frameOf(view)
  useEffect(() => {
    const read = () => {
      const next = placeIn(form)
      setPin(next)
      if (next !== null)
        setView((before) => (spotIn(frameOf(before), project(next)) === null ? viewAround(project(next), aroundPin) : before))
    }
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [form])

  /** In units of the map. */
  function set(point: Point): void {
    putPlace(form, fine(unproject(point)))
    onSet()
  }

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = keys[event.key]
    const center = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
    if (direction !== undefined) {
      const by = event.shiftKey ? step.far : step.plain
      const from = pin === null ? center : project(pin)
      set({ x: from.x + direction[0] * by * frame.width, y: from.y + direction[1] * by * frame.height })
    } else if (event.key === '+' || event.key === '=') zoom(1)
    else if (event.key === '-') zoom(-1)
    else if (event.key === 'Enter' || event.key === ' ') set(center)
    else return
    event.preventDefault()
  }

  function zoom(by: number): void {
    const middle = pin === null ? view : viewAround(project(pin), view.zoom)
    setView((before) => zoomed(middle, by) ?? before)
  }

  function clicked(event: MouseEvent<HTMLButtonElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    set({
      x: frame.x + ((event.clientX - box.left) / box.width) * frame.width,
      y: frame.y + ((event.clientY - box.top) / box.height) * frame.height,
    })
  }

  const first = Math.floor(frame.x / world.width) * world.width
  const spot = pin === null ? null : spotIn(frame, project(pin))
  return (
    <>
      <p className="hint-line">Click or tap the map, or use the arrow keys (Shift for longer steps). Plus and minus zoom.</p>
      {/* It takes arrow keys from a screen reader too; the fields below say the same. */}
      <div role="application" aria-label="Map">
        <button type="button" className="pin-map" aria-label="Pin on the map" onClick={clicked} onKeyDown={pressed}>
          <svg viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} preserveAspectRatio="none" aria-hidden="true">
            {[first, first + world.width].map((x) => (
              <image
                key={x}
                href={land}
                x={x - outlineSeam}
                y="0"
                width={world.width + 2 * outlineSeam}
                height={world.height}
                preserveAspectRatio="none"
              />
            ))}
            {spot === null ? null : (
              <circle
                className="pin-spot"
                cx={frame.x + spot.x * frame.width}
                cy={frame.y + spot.y * frame.height}
                r={frame.width / 60}
                strokeWidth={frame.width / 250}
              />
            )}
          </svg>
        </button>
      </div>
      <div className="pin-ways">
        <button type="button" className="btn" aria-label="Zoom in" disabled={zoomed(view, 1) === null} onClick={() => zoom(1)}>
          +
        </button>
        <button type="button" className="btn" aria-label="Zoom out" disabled={zoomed(view, -1) === null} onClick={() => zoom(-1)}>
          −
        </button>
        <button type="button" className="btn quiet" disabled={pin === null} onClick={() => putPlace(form, null)}>
          Remove pin
        </button>
        <span className="meta soft" role="status">
          {pin === null ? 'No pin' : `Pin at ${pin.latitude}, ${pin.longitude}`}
        </span>
      </div>
    </>
  )
}
