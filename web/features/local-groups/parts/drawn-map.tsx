import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { outlineSeam, world } from '#shared/local-groups/map-projection.ts'
import { useCurrentPage } from '../../../data/navigation.ts'
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

/** A little larger than they are: no seam shows between two of them. */
const overlap = 1.004

/** Above the outline, which stays where one does not come. */
function Tiles({ tiles }: { readonly tiles: NonNullable<Page['tiles']> }) {
  if (!useIsAllowed()) return null
  return (
    <g className="map-tiles">
      {tiles.map(({ key, href, x, y, width, height, from, to }) => (
        <svg
          key={key}
          x={x}
          y={y}
          width={width * overlap}
          height={height * overlap}
          viewBox={`0 ${from} 1 ${to - from}`}
          preserveAspectRatio="none"
        >
          <image href={href} width="1" height="1" preserveAspectRatio="none" />
        </svg>
      ))}
    </g>
  )
}

/**
 * A document's policy is that of the page it was loaded for: who came here from another without a
 * reload has one that lets no tile through, and the page is loaded once more.
 */
function useIsAllowed(): boolean {
  const { action } = useCurrentPage()
  const [isAllowed] = useState(() => action === 'POP' || wasLoadedHere())
  useEffect(() => {
    if (!isAllowed && navigator.onLine) location.reload()
  }, [isAllowed])
  return isAllowed
}

function wasLoadedHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === links.groupsMap()
}

/**
 * The land is one drawing, loaded by this page alone; a second copy goes on where the first ends at
 * 180°.
 */
export function DrawnMap({ frame, pins, tiles = [] }: Pick<Page, 'frame' | 'pins' | 'tiles'>) {
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
          {tiles.length === 0 ? null : <Tiles tiles={tiles} />}
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
