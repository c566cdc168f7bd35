import { escapeHtml } from '#shared/text/escape.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { RenderOptions } from '#shared/text/render.ts'
import { renderDoc } from '#shared/text/render.ts'
import type { Doc } from '#shared/text/schema.ts'

type HtmlOptions = Parameters<PageData['html']>[1]

export interface BodyHtml {
  readonly html: PageData['html']
  /**
   * Brings what the texts drawn so far were missing: maths and colours for code come when a text
   * has such a thing. `true` when something came: what was drawn plainly is worth drawing again.
   */
  bringMissing(): Promise<boolean>
}

/**
 * HTML of bodies on the device, as the server makes it. A text that is the same object is rendered
 * once.
 */
export function bodyHtml(siteOrigin: string): BodyHtml {
  const memos = new WeakMap<Doc, Map<string, string>>()
  let math: RenderOptions['math'] | null = null
  let highlight: RenderOptions['highlight'] | null = null
  const missing = new Set<'math' | 'code'>()
  // Without a connection they may not be here: the plain text stays, and nothing asks again on this
  // page.
  const asked = new Set<'math' | 'code'>()

  /** @param lack called for what the text has and nothing here can draw yet. */
  const render = (
    doc: Doc,
    { idPrefix, profile, trusted, pollsOf, sideNotes = true }: HtmlOptions,
    lack: (what: 'math' | 'code') => void,
  ): string =>
    renderDoc(doc, {
      idPrefix,
      math(tex, display) {
        if (math !== null) return math(tex, display)
        lack('math')
        return `<code>${escapeHtml(tex)}</code>`
      },
      highlight(text, language) {
        if (language === '') return escapeHtml(text)
        if (highlight !== null) return highlight(text, language)
        lack('code')
        return escapeHtml(text)
      },
      rel: trusted ? 'noopener' : 'ugc nofollow noopener',
      siteOrigin,
      pollsOf,
      footnotes: profile === 'essay' && sideNotes ? 'sides-and-end' : 'end',
    })

  return {
    html(doc, options) {
      const key = `${options.idPrefix} ${options.profile} ${options.trusted} ${options.pollsOf ?? ''} ${options.sideNotes ?? true}`
      const memo = memos.get(doc) ?? new Map<string, string>()
      const known = memo.get(key)
      if (known !== undefined) return known
      let willBeDrawnAgain = false
      const html = render(doc, options, (what) => {
        if (asked.has(what)) return
        missing.add(what)
        willBeDrawnAgain = true
      })
      if (!willBeDrawnAgain) memos.set(doc, memo.set(key, html))
      return html
    },
    async bringMissing() {
      const wanted = [...missing]
      missing.clear()
      for (const what of wanted) asked.add(what)
      const came = await Promise.allSettled(
        wanted.map(async (what) => {
          if (what === 'math') math = (await import('#shared/text/set-math.ts')).mathSetter()
          else highlight = (await import('#shared/text/highlight.ts')).highlighter()
        }),
      )
      return came.some(({ status }) => status === 'fulfilled')
    },
  }
}
