import type { Crop, Size } from '#shared/pictures/crop.ts'
import { frameOf, squareRatio } from '#shared/pictures/crop.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { storedWidths } from '#shared/pictures/limits.ts'
import { links } from '#shared/links.ts'
import './square-picture.css'

interface SquarePictureProps {
  readonly picture: Size & { readonly src: string; readonly crop: Crop }
}

/** Of the shown square, in pixels of a screen with two for each. */
const wanted = 200

/**
 * The square of a picture that its member chose: drawn by numbers, since a page carries no styles
 * of its own. It says nothing that the name beside it does not.
 */
export function SquarePicture({ picture: { src, width, height, crop } }: SquarePictureProps) {
  const frame = frameOf({ width, height }, crop, squareRatio)
  const id = pictureIdOf(src)
  const narrow = storedWidths(width).find((each) => (frame.width * each) / width >= wanted)
  return (
    <svg className="square-picture" viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} aria-hidden="true">
      <foreignObject width={width} height={height}>
        <img src={id === null ? src : links.picture(id, narrow)} alt="" decoding="async" width={width} height={height} />
      </foreignObject>
    </svg>
  )
}
