import { postList } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

/** content.md 5.6 */
const first = 20

/** `/dialogues`: those with the newest message first. */
export async function loadDialogues({ read, site }: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, first)
  const { rows, hasMore } = await postList(read, 'dialogues', 'new', limit)
  return {
    head: {
      title: 'Dialogues',
      description: `Members of ${site.name} in conversation.`,
      canonical: links.dialogues(),
      feeds: [{ href: links.feed({ view: 'dialogues' }), title: `${site.name}: dialogues` }],
    },
    rows: rows.map((row) => postRowView(row)),
    more: hasMore ? links.dialogues({ limit: limit + first }) : null,
  }
}
