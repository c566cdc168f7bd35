import { useCallback } from 'react'
import { links } from '#shared/links.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'

const first = 10

/**
 * Those the reader takes part in, as this device knows them: the newest first, begun and published.
 */
export function MyDialogues({ userId }: { readonly userId: string }) {
  const read = useCallback((device: Device) => dialoguesOf(device, userId), [userId])
  const [mine = []] = useFromDevice(read)
  if (mine.length === 0) return null
  return (
    <section aria-labelledby="my-dialogues">
      <h2 className="section" id="my-dialogues">
        My dialogues
      </h2>
      <ul className="rows">
        {mine.map((post) => (
          <li key={post.id} className="row">
            <h3 className="row-title">
              <a href={links.post(post)}>{post.title === '' ? 'Untitled' : post.title}</a>
              {post.status === 'draft' ? <span className="row-mark"> Draft</span> : null}
            </h3>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function dialoguesOf({ read }: Device, userId: string): Promise<readonly Post[]> {
  const parts = await read.list(authorshipsOf(userId))
  const found = await read.getMany(
    posts,
    parts.map(({ postId }) => postId),
  )
  return found.filter((post) => kindFacts(post).hasMessages && post.status !== 'removed').slice(0, first)
}
