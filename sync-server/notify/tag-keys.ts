import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { tagKey } from '#shared/subscriptions/rules.ts'
import { changesOf } from '#shared/wiki/page-queries.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { tagsShown } from '#shared/wiki/tag-vote-rules.ts'

/** Of a tag that was renamed, so many of its changes are looked through for earlier names. */
const maxChanges = 200

/** A tag is followed by its name: whoever has followed an earlier one goes on to hear of it. */
export async function tagKeysOf(read: Read, post: Post): Promise<readonly string[]> {
  const keys = new Set<string>()
  for (const { id, name, oldSlugs = [] } of tagsShown(post, await read.list(relsOf(post.id)))) {
    keys.add(tagKey(name))
    const changes = id === null || oldSlugs.length === 0 ? [] : await read.list(changesOf(id, maxChanges))
    for (const { field, from } of changes) if (field === 'name') keys.add(tagKey(from))
  }
  return [...keys]
}
