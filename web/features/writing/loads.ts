import { links } from '#shared/links.ts'
import type { Loads } from '../../app/route.ts'
import { moved } from '../../data/answer.ts'
import { loadEditWiki } from './wiki/edit-wiki.load.ts'
import { loadDrafts, loadEditPost, loadNewPost } from './write.load.ts'

export const loads: Loads = {
  '/newPost': loadNewPost,
  '/editPost': loadEditPost,
  '/w/:slug/edit': loadEditWiki,
  /** The address that shared drafts had; without a post in it there is nowhere to go on to. */
  '/collaborateOnPost': (_data, { url }) => {
    const postId = url.searchParams.get('postId') ?? ''
    if (postId !== '') throw moved(`/editPost${url.search}`)
    return { head: { title: 'This link is incomplete', robots: 'noindex' } }
  },
  '/drafts': loadDrafts,
  '/editor': () => ({
    head: {
      title: 'Editor guide',
      description: 'Blocks, keyboard shortcuts and Markdown in the editor.',
      canonical: links.editorGuide(),
    },
  }),
}
