import { useCallback } from 'react'
import { links } from '#shared/links.ts'
import { placeWords, wordsOf } from '../../../blocks/comments/place-words.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { shortened } from '#shared/text/shorten.ts'

const longest = 120

/**
 * Among the drafts: comments, replies and whatever else was typed into a form and not sent, each
 * with the way to its place.
 */
export function WordsBegun() {
  const [found] = useFromDevice(useCallback((device: Device) => device.drafts.list(), []))
  const now = useNow()
  const begun = (found ?? []).filter((draft) => draft.binnedAt === null && wordsOf(draft) !== '')
  if (begun.length === 0) return null
  return (
    <section aria-labelledby="words-begun-title">
      <h2 className="section" id="words-begun-title">
        Unsent text
      </h2>
      <ul className="plain-list">
        {begun.map((draft) => {
          const { what, href } = placeWords(draft.place)
          const words = wordsOf(draft)
          return (
            <li key={draft.place}>
              <h3 className="row-title">{href === null ? what : <a href={href}>{what}</a>}</h3>
              <p dir="auto">{shortened(words, longest)}</p>
              <p className="meta soft">
                Typed <Time at={draft.at} now={now} />
              </p>
            </li>
          )
        })}
      </ul>
      <p className="meta soft">
        You can discard it in the <a href={links.outbox()}>Outbox</a>.
      </p>
    </section>
  )
}
