import type { Gates } from '#shared/kernel/gate.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { FormState, OwnFacts, PageData, PageRequest, RenderedPage, SiteFacts } from '#shared/pages/page-data.ts'
import type { WebEntryProvider } from './web-entry.ts'
import { gatedRead } from '#shared/kernel/gate.ts'
import { posts } from '#shared/posts/schema.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { BodyMemo } from './body-memo.ts'
import { memoRead } from './memo-read.ts'

/** How texts become HTML and Markdown; `body-text.ts` gives the real one, loaded at the first page. */
export type BodyText = Pick<PageData, 'html'> & { readonly markdown: NonNullable<PageData['markdown']> }

export interface PageRendererOptions {
  readonly webEntry: WebEntryProvider
  readonly gates: Gates
  readonly text: () => Promise<BodyText>
  readonly site: () => SiteFacts
  readonly now: () => number
}

/** For whom, and in answer to what, a page is rendered. */
export interface PageViewer {
  readonly viewer: Viewer
  readonly own: OwnFacts | null
  readonly form: FormState | null
}

export const anyVisitor: PageViewer = { viewer: visitor, own: null, form: null }

/** Renders pages with the web side's entry over a gated, consistent reading of the store. */
export class PageRenderer {
  readonly #options: PageRendererOptions
  readonly #memo = new BodyMemo()

  constructor(options: PageRendererOptions) {
    this.#options = options
  }

  /** @param read ungated, over one snapshot. */
  async render(read: Read, request: PageRequest, seenBy: PageViewer): Promise<RenderedPage> {
    const { gates, now, site, webEntry } = this.#options
    const [entry, text] = await Promise.all([webEntry.entry(), this.#options.text()])
    const known = memoRead(read)
    return entry.render(request, {
      read: gatedRead(known, seenBy.viewer, gates),
      async isGone(postId) {
        const post = await known.get(posts, postId)
        return post?.status === 'removed' && post.publishedAt !== null
      },
      viewer: seenBy.viewer,
      own: seenBy.own,
      form: seenBy.form,
      now: now(),
      site: site(),
      html: (doc, options) => this.#memo.html([doc, options], () => text.html(doc, options)),
      markdown: text.markdown,
    })
  }
}
