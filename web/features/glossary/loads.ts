import type { Loads } from '../../app/route.ts'
import { loadGlossaryEditor } from './glossary-editor.load.ts'
import { loadPostsWithTerms } from './posts-with-terms.load.ts'

export const loads: Loads = {
  '/glossaryEditor': loadGlossaryEditor,
  '/postsWithApprovedJargon': loadPostsWithTerms,
}
