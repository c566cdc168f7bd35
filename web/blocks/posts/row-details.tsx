import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { readingTime } from '../../ui/time-words.ts'
import { useNear } from '../comments/use-near.ts'
import { cardFromDevice } from '../previews/card-from-device.ts'
import { cardOf } from '../previews/preview-float.ts'
import type { PostRowView } from './post-row-view.ts'
import './row-details.css'

type PostCard = PreviewCard & { readonly kind: 'post' }

/**
 * First lines, reading time, tags and picture of a post in a list, for a reader who chose so (the
 * look's `lists`); read from this device, or else asked for, when the row comes near the window.
 * The sheet keeps its place from the first paint on.
 */
export function RowDetails({ row }: { readonly row: PostRowView }) {
  const id = `details-${row.id}`
  const isNear = useNear(id)
  /** `undefined`: still asked for; `null`: not known here. */
  const [card, setCard] = useState<PostCard | null>()
  useEffect(() => {
    if (!isNear) return
    let isGone = false
    const url = links.post(row)
    void cardFromDevice(url)
      .then((known) => known ?? cardOf(url))
      .catch(() => null) // without it the row says what it always says
      .then((found) => !isGone && setCard(found?.kind === 'post' ? found : null))
    return () => {
      isGone = true
    }
  }, [isNear, row])
  // Pictures from elsewhere are not loaded in lists.
  const picture = card?.picture?.startsWith('/') === true ? card.picture : null
  return (
    <div className="row-details" id={id}>
      {card === null ? <p>Not on this device yet</p> : null}
      {card ? (
        <>
          {picture === null ? null : <img src={picture} alt="" loading="lazy" />}
          <p className="row-text" lang={card.lang} dir="auto">
            {card.text}
          </p>
          <p dir="auto">{[readingTime(card.minutes), ...card.tags.slice(0, 3)].join(' · ')}</p>
        </>
      ) : null}
    </div>
  )
}
