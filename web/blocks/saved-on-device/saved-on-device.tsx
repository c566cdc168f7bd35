import { useEffect, useState, useSyncExternalStore } from 'react'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { bookmarksOf } from '#shared/reading/queries.ts'
import type { Bookmark } from '#shared/reading/schema.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device, StoredItem } from '../../data/device/device-api.ts'
import { localReader } from '../../data/device/local-reader.ts'
import { useCommit, useRow, useRows } from '../../data/device/use-rows.ts'
import { useNow } from '../../ui/clock.ts'
import { Time } from '../../ui/time.tsx'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/**
 * What a visitor saved for later: on this device alone, until an account takes it over. Nothing on
 * the server, and where nothing was saved.
 */
export function SavedOnDevice() {
  const device = useSyncExternalStore(currentDevice.subscribe, currentDevice.get, () => null)
  return device === null || device.account !== null ? null : <SavedList device={device} />
}

/** Last saved first, live: what is saved or removed in another tab comes and goes here too. */
function SavedList({ device }: { readonly device: Device }) {
  const saved = useRows(bookmarksOf(localReader, 200))?.filter(({ isSaved }) => isSaved) ?? []
  const pages = useCachedPages(device, saved.length)
  if (saved.length === 0) return null
  return (
    <section aria-labelledby="saved-on-device" className="after-form">
      <h2 className="section" id="saved-on-device">
        Saved on this device
      </h2>
      <p className="soft">These stay with you when you sign up or sign in.</p>
      <ul className="plain-list places">
        {saved.map((bookmark) => (
          <SavedPlace key={bookmark.id} bookmark={bookmark} page={pages.find(({ id }) => id.startsWith(`/posts/${bookmark.postId}`))} />
        ))}
      </ul>
    </section>
  )
}

function SavedPlace({ bookmark, page }: { readonly bookmark: Bookmark; readonly page: StoredItem | undefined }) {
  const { targetKind, targetId, postId, changedAt } = bookmark
  const post = useRow(posts, postId)
  const commit = useCommit()
  const now = useNow()
  const address = { id: postId, slug: post?.slug ?? null }
  const title = post?.title ?? page?.title ?? (targetKind === 'comment' ? 'A comment' : 'A post')
  const remove = () => {
    commit(setBookmark, { targetKind, targetId, isSaved: false }).catch(reportUnlessClosed)
  }
  return (
    <li className="place">
      <h3 className="row-title">
        <a
          href={
            targetKind === 'comment'
              ? links.commentInThread(address, targetId)
              : post === undefined
                ? (page?.id ?? links.post(address))
                : links.post(address)
          }
          dir="auto"
        >
          {title}
        </a>
      </h3>
      <p className="meta soft place-line">
        {targetKind === 'comment' ? 'Comment, saved ' : 'Saved '}
        <Time at={changedAt} now={now} />
      </p>
      <div className="place-acts">
        <button className="btn quiet" type="button" aria-label={`Remove ${title} from this device`} onClick={remove}>
          Remove
        </button>
      </div>
    </li>
  )
}

/** Titles of finished pages, for posts whose rows are not here: a visitor's device has no rows. */
function useCachedPages(device: Device, savedCount: number): readonly StoredItem[] {
  const [pages, setPages] = useState<readonly StoredItem[]>([])
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const held = await device.held()
      if (!isGone) setPages(held.filter(({ kind, title }) => kind === 'page' && title !== null))
    }
    look().catch(reportUnlessClosed)
    return () => {
      isGone = true
    }
  }, [device, savedCount])
  return pages
}
