import type { PaymentsOver } from '#shared/payments/port.ts'
import type { ArchivePort } from '#shared/archive/port.ts'
import type { CommentSimilarity } from '#shared/search/similar-comments.ts'
import { canSearchSimilarComments } from '#shared/search/similar-comments-rules.ts'
import type { CommonParts } from '#shared/kernel/common.ts'
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { HealthPort } from '#shared/pages/health-view.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { FormState, OwnFacts, PageData, PageRequest, RenderedPage, SiteFacts } from '#shared/pages/page-data.ts'
import type { Making } from './flights.ts'
import type { CachedParts } from './cached-parts.ts'
import type { Rendered } from './page-cache.ts'
import type { WebEntryProvider } from './web-entry.ts'
import { compareInThread } from '#server/parsing/parsing.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import { findAltAccounts } from '#shared/alt-accounts/find.ts'
import { planPurge } from '#shared/moderation/purge-plan.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { posts } from '#shared/posts/schema.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { BodyMemo } from './body-memo.ts'
import { isCostlyToDraw } from './costly-text.ts'
import { memoRead } from './memo-read.ts'
import { recordedRead } from './recorded-read.ts'

/**
 * How texts become HTML and Markdown; `body-text.ts` gives the real one, loaded at the first page.
 */
export type BodyText = Pick<PageData, 'html' | 'longHtml' | 'preview'> & { readonly markdown: NonNullable<PageData['markdown']> }

export interface PageRendererOptions {
  readonly webEntry: WebEntryProvider
  readonly policies: ReadPolicies
  readonly text: () => Promise<BodyText>
  readonly site: () => SiteFacts
  readonly now: () => number
  /** `null`: nothing can be searched. */
  readonly search?: SearchPort | null
  /** `null`: nobody knows of one. */
  readonly archive?: ArchivePort | null
  readonly similarComments?: CommentSimilarity | undefined
  readonly health?: HealthPort
  readonly payments?: PaymentsOver | undefined
  /** What pages show alike. */
  readonly parts: CachedParts
}

/** A page as what: as the web side gives it, or as Markdown, which is made here (`markdown/`). */
export interface FormOfPage {
  readonly url: string
  readonly as: PageRequest['as'] | 'markdown'
}

export type RenderedText = RenderedPage & Pick<Rendered, 'modifiedAt' | 'more'>

/** For whom, and in answer to what, a page is rendered. */
export interface PageViewer {
  readonly viewer: Viewer
  readonly own: OwnFacts | null
  readonly form: FormState | null
  readonly mailedLink?: PageData['mailedLink']
}

export const anyVisitor: PageViewer = { viewer: visitor, own: null, form: null }

/** Renders pages with the web side's entry over a permitted, consistent reading of the store. */
export class PageRenderer {
  readonly #options: PageRendererOptions
  readonly #memo = new BodyMemo()

  constructor(options: PageRendererOptions) {
    this.#options = options
  }

  /**
   * @param read without read policies, over one snapshot. @param making what is noted while the
   *   page is made.
   */
  async render(read: Read, { url, as }: FormOfPage, seenBy: PageViewer, making: Making): Promise<RenderedText> {
    const [entry, text] = await Promise.all([this.#options.webEntry.entry(), this.#options.text()])
    const data = this.#dataFor(read, seenBy, making, text)
    if (as !== 'markdown') return entry.render({ url, as }, data)
    const [{ markdownOf }, { renderedMarkdown }] = await Promise.all([
      import('../markdown-pages/markdown-pages.ts'),
      import('../markdown-pages/markdown-page.ts'),
    ])
    const html = async () => (await entry.render({ url, as: 'html' }, data)).body
    const markdown = await markdownOf({ ...data, markdown: text.markdown, search: data.search ?? null }, url, html)
    return renderedMarkdown(markdown, data.site.origin)
  }

  #dataFor(read: Read, seenBy: PageViewer, making: Making, text: BodyText): PageData {
    const { policies, now, site, health, similarComments, payments } = this.#options
    const known = memoRead(read)
    return {
      read: permittedRead(known, seenBy.viewer, policies),
      async isGone(postId) {
        const post = await known.get(posts, postId)
        return post?.status === 'removed' && post.publishedAt !== null
      },
      async isTakenBack(postId) {
        const post = await known.get(posts, postId)
        // What never got past the moderators was never public.
        return post?.status === 'draft' && post.publishedAt !== null && !post.awaitsReview && post.rejectedReason === null
      },
      viewer: seenBy.viewer,
      own: seenBy.own,
      form: seenBy.form,
      ...(seenBy.mailedLink !== undefined && { mailedLink: seenBy.mailedLink }),
      now: now(),
      site: site(),
      html: (doc, options) => this.#memo.html([doc, options], () => text.html(doc, options)),
      markdown: text.markdown,
      longHtml: async (doc, options) => {
        const draw = text.longHtml
        if (draw === undefined || !isCostlyToDraw(doc)) return this.#memo.html([doc, options], () => text.html(doc, options))
        return this.#memo.htmlLater([doc, options], () => draw(doc, options))
      },
      ...(text.preview !== undefined && { preview: text.preview }),
      compare: compareInThread,
      search: this.#options.search ?? null,
      archive: this.#options.archive ?? null,
      ...(health === undefined ? {} : { health }),
      ...(similarComments !== undefined && canSearchSimilarComments(seenBy.viewer).allowed && { similarComments }),
      ...(payments !== undefined && seenBy.viewer.kind === 'member' && { payments: payments(known, seenBy.viewer, now()) }),
      ...(mayAct(seenBy.viewer, 'purge').allowed && { planPurge: (userId) => planPurge(known, userId) }),
      ...(mayAct(seenBy.viewer, 'lookForAltAccounts').allowed && {
        altAccounts: (lookId) => findAltAccounts(known, seenBy.viewer, lookId, now()),
      }),
      common: this.#commonOf(read, making),
    }
  }

  /**
   * Parts of pages as any visitor sees them, kept over requests. Whatever the part was made from,
   * the page was too.
   */
  #commonOf(read: Read, { dependsOn, dropped }: Making): CommonParts {
    const { policies, now, parts } = this.#options
    return async (part, args) => {
      const kept = await parts.answer(
        {
          key: `${part.name} ${part.keyOf(args)}`,
          make: (noted) => part.make(permittedRead(memoRead(recordedRead(read, noted)), visitor, policies), args, now()),
          bytesOf: part.bytesOf,
        },
        dropped,
      )
      for (const key of kept.dependsOn) dependsOn.add(key)
      return kept.value
    }
  }
}
