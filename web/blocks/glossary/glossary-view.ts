import { termsOfPost } from '#shared/glossary/queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { termBodyKey } from './term-key.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/**
 * A word that a post explains; the HTML of what it means is among the bodies under `termBodyKey`.
 */
export interface TermView {
  readonly id: string
  readonly term: string
  readonly altTerms: readonly string[]
  readonly isApproved: boolean
  /** A language model drafted it, and nobody has changed it since. */
  readonly isFromModel: boolean
  /** Changes with what it says. */
  readonly version: number
}

/**
 * A post's glossary for its page, in the order of the alphabet; what is put away is no part of it.
 * `view` is `null` where there is none.
 */
export async function glossaryPart(
  { read, html }: Pick<PageData, 'read' | 'html'>,
  postId: string,
  trusted: boolean,
): Promise<{ readonly view: readonly TermView[] | null; readonly bodies: Readonly<Record<string, string>> }> {
  const found = (await read.list(termsOfPost(postId))).filter(({ isHidden }) => !isHidden)
  if (found.length === 0) return { view: null, bodies: {} }
  return {
    view: found
      .toSorted((a, b) => compareNames(a.term, b.term))
      .map(({ id, term, altTerms, isApproved, origin, changedAt }) => ({
        ...{ id, term, altTerms, isApproved, isFromModel: origin === 'model', version: changedAt },
      })),
    bodies: Object.fromEntries(
      found.map(({ id, body }) => {
        const key = termBodyKey(id)
        return [key, html(body, { idPrefix: `${key}-`, profile: 'comment', trusted })]
      }),
    ),
  }
}
