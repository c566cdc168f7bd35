import { useAnswer } from '../data/page.ts'
import { clockTime } from '../blocks/comments/pending-words.ts'
import { counted } from '../blocks/counts.ts'
import { useNow } from '../ui/clock.ts'

/**
 * Says when a page is not the newest: what was kept names its time, what was made here says of how
 * much.
 */
export function CachedNotice() {
  const { kept } = useAnswer()
  return kept === undefined ? null : (
    <p className="cached-notice" role="status">
      {'at' in kept ? <AsOf at={kept.at} /> : `Offline copy of ${counted(kept.posts, 'post')}`}
    </p>
  )
}

function AsOf({ at }: { readonly at: number }) {
  return <>Offline copy from {clockTime(at, useNow() ?? at)}</>
}
