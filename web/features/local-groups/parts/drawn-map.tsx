import { outlineSeam, world } from '#shared/local-groups/map-projection.ts'
import type { loadGroupsMap } from '../map.load.ts'
import land from '../../../blocks/towns/world.svg'

type Page = Awaited<ReturnType<typeof loadGroupsMap>>
type Kind = Page['pins'][number]['kind']

/** A circle, a diamond or a ring, so that color is not all that tells them apart. */
export function Mark({ kind, count }: { readonly kind: Kind; readonly count?: number }) {
  return (
    <span className={`map-mark of-${kind}`} aria-hidden={count === undefined}>
      {count}
    </span>
  )
}

/**
 * The land is one drawing, loaded by this page alone; a second copy goes on where the first ends at
 * 180°.
 */
export function DrawnMap({ frame, pins }: Pick<Page, 'frame' | 'pins'>) {
  const first = Math.floor(frame.x / world.width) * world.width
  const copies = [first, first + world.width].filter((x) => x < frame.x + frame.width)
  return (
    <div className="map-box">
      <svg className="map" role="group" aria-label="Map" width={world.width} height={Math.round(world.height)}>
        <svg
          width="100%"
          height="100%"
          viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <g className="map-land">
            {copies.map((x) => (
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
          </g>
        </svg>
        {pins.map(({ key, kind, x, y, href, label, count }) => (
          <svg key={key} className="map-spot" x={`${x}%`} y={`${y}%`} width="1" height="1">
            {/* Links of HTML: what follows a click asks for an address in words. */}
            <foreignObject x="-12" y="-12" width="24" height="24">
              <a className="map-pin" href={href} aria-label={label} title={label}>
                {kind === 'several' ? <Mark kind={kind} count={count} /> : <Mark kind={kind} />}
              </a>
            </foreignObject>
          </svg>
        ))}
      </svg>
    </div>
  )
}
