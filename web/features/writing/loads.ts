import { links } from '#shared/links.ts'
import type { Loads } from '../../app/route.ts'
import { loadEditWiki } from './wiki/edit-wiki.load.ts'
import { loadDrafts, loadEditPost, loadNewPost } from './write.load.ts'

export const loads: Loads = {
  '/newPost': loadNewPost,
  '/editPost': loadEditPost,
  '/w/:slug/edit': loadEditWiki,
  '/drafts': loadDrafts,
  '/editor': () => ({
    head: {
      title: 'Writing here',
      description: 'What a text can hold, the keys of the editor, and the Markdown that says the same.',
      canonical: links.editorGuide(),
    },
  }),
}
