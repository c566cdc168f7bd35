import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { GlossaryTerm } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'
import { canReadPost, canWritePosts, isAuthor } from '../posts/rules.ts'
import { kindFacts } from '../posts/kinds.ts'

/** content.md 12.6 */
const glossaryKarma = 100

/** Whether somebody writes glossaries at all: members from some karma on, and administrators. */
export function canWriteGlossaries(viewer: Viewer): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed || viewer.kind === 'visitor' || isAdmin(viewer)) return writer
  return viewer.karma < glossaryKarma ? deny('glossary-needs-karma') : allow
}

/** The words of a post are explained by its authors, and by administrators. */
export function canEditGlossary(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return viewer.kind === 'visitor' ? canWriteGlossaries(viewer) : readable
  if (viewer.kind !== 'visitor' && !ownsGlossary(viewer, post)) return deny('not-yours')
  if (kindFacts(post).isInWiki) return deny('is-wiki-page')
  if (kindFacts(post).hasTakes) return deny('no-text-to-edit')
  return canWriteGlossaries(viewer)
}

/** What was put away is for those whose glossary it is; all else for whoever reads the post. */
export function canSeeTerm(viewer: Viewer, term: Pick<GlossaryTerm, 'isHidden'>, post: Post): boolean {
  return canReadPost(viewer, post).allowed && (!term.isHidden || ownsGlossary(viewer, post))
}

/** Earlier wordings. */
export function canSeeTermVersions(viewer: Viewer, post: Post): boolean {
  return canReadPost(viewer, post).allowed && ownsGlossary(viewer, post)
}

function ownsGlossary(viewer: Viewer, post: Post): boolean {
  return isAuthor(viewer, post) || isAdmin(viewer)
}
