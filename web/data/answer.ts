import type { FormState, MeAnswer, SiteFacts } from '#shared/pages/page-data.ts'
import type { Reason, Verdict } from '#shared/kernel/verdict.ts'
import type { ShownParts } from './places.ts'

/**
 * What stands in the head of a document. Paths, not whole addresses: the server puts the origin
 * before them.
 */
export interface PageHead {
  /** Without the site's name; `null` on the front page, whose title is the site's name. */
  readonly title: string | null
  /** What links to it show as its title, where that is another. */
  readonly cardTitle?: string
  /** Plain text, up to about 200 characters. */
  readonly description?: string
  /** The one address this page should be known by: path and query. */
  readonly canonical?: string
  /** The whole address of the same text on another site, where it was first published. */
  readonly original?: string
  /** For social cards: a path on this site or a whole address. */
  readonly image?: string
  /**
   * The drawn picture for links to this page, where there is no other; that of the site otherwise.
   */
  readonly card?: string
  /** Other sites may show it in a frame (oEmbed). */
  readonly hasEmbed?: true
  /** `noindex` for pages that should stay out of search engines. */
  readonly robots?: 'noindex' | 'noindex, nofollow'
  /**
   * Of the title, BCP 47. The document stays in the product's language: the element of a text says
   * its own `lang` and `dir`.
   */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  readonly type?: 'article' | 'profile' | 'website'
  /** ms since 1970, for `type: 'article'`. */
  readonly publishedAt?: number
  readonly authors?: readonly string[]
  readonly jsonLd?: Readonly<Record<string, unknown>>
  /** Feeds of what this page lists, besides the site's own. */
  readonly feeds?: readonly { readonly href: string; readonly title: string }[]
  readonly prev?: string
  readonly next?: string
}

export interface Problem {
  readonly status: 401 | 403 | 404 | 410
  readonly reason: Reason | null
}

/**
 * What a page's address answers: in the HTML's hand-over block, and as JSON for a navigation in the
 * browser.
 */
export type Answer = PageAnswer | MovedAnswer

export interface PageAnswer {
  readonly kind: 'page'
  readonly status: number
  /**
   * Path pattern of the page that is shown: the route's own, or another's in its place (`/login`
   * for what needs a sign-in).
   */
  readonly showing: string
  readonly head: PageHead
  /** What the page's load answered, without head and bodies; `null` for pages without a load. */
  readonly page: unknown
  /** What other domains show at the page's places; absent where nothing is. */
  readonly parts?: ShownParts
  readonly bodies: Readonly<Record<string, string>>
  readonly form: FormState | null
  readonly problem: Problem | null
  /** Set on pages that are rendered for their viewer; `null` on pages that are the same for all. */
  readonly me: MeAnswer | null
  /** Made on the device from its rows; what is missing in it may be missing here alone. */
  readonly isFromDevice?: true
  /**
   * Not the server's word of this moment: kept since `at` (ms since 1970), or made from the `posts`
   * public posts that this device holds.
   */
  readonly kept?: { readonly at: number } | { readonly posts: number }
}

export interface MovedAnswer {
  readonly kind: 'moved'
  readonly to: string
  readonly status: 302 | 303 | 308
}

/** What the server hands to the browser with the HTML. */
export interface HandOver {
  readonly site: SiteFacts
  /** Path and query of the page. In answer to a form the browser stands at the form's address. */
  readonly at: string
  readonly answer: PageAnswer
}

/** A load's other ways out. Thrown, never returned. */
export class PageProblem extends Error {
  readonly problem: Problem

  constructor(status: Problem['status'], reason: Reason | null = null) {
    super(`${status} ${reason ?? ''}`)
    this.name = 'PageProblem'
    this.problem = { status, reason }
  }
}

export class PageMoved extends Error {
  readonly to: string
  readonly status: MovedAnswer['status']

  constructor(to: string, status: MovedAnswer['status']) {
    super(`moved to ${to}`)
    this.name = 'PageMoved'
    this.to = to
    this.status = status
  }
}

/** Absent, or hidden: nobody learns which. */
export const notFound = (reason: Reason | null = null): PageProblem => new PageProblem(404, reason)
/** Was public once, and was removed. */
export const gone = (reason: Reason | null = null): PageProblem => new PageProblem(410, reason)
/** Shows the sign-in form in place, which comes back here. */
export const needsSignIn = (): PageProblem => new PageProblem(401, 'sign-in-first')
export const forbidden = (reason: Reason): PageProblem => new PageProblem(403, reason)

/** For pages that a rule lets only some see. @throws PageProblem 401 or 403 where it refuses. */
export function authorizePage(verdict: Verdict): void {
  if (verdict.allowed) return
  throw verdict.reason === 'sign-in-first' ? needsSignIn() : forbidden(verdict.reason)
}
/**
 * For good: a wrong slug, an old form of the address. `to` is a path on this site, query included.
 */
export const moved = (to: string): PageMoved => new PageMoved(to, 308)
/** For now: a page that only chooses another. */
export const elsewhere = (to: string): PageMoved => new PageMoved(to, 302)
