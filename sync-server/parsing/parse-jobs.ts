/** What walks long texts that members sent: run in a thread of `parsing.ts`. */
import { shownComparison, type ComparisonAsked, type ShownComparison } from '#shared/text/compare/shown.ts'
import { markdownToDoc, parseMarkdownFile, type MarkdownFile } from '#shared/text/markdown-in.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { RenderOptions } from '#shared/text/render.ts'

type Options = Omit<RenderOptions, 'math' | 'highlight'>
export interface DrawAsked {
  readonly doc: Doc
  readonly options: Options
}
export interface DrawMarkdownAsked {
  readonly markdown: string
  readonly profile: 'essay' | 'comment'
  readonly options: Options
}

let set: Pick<RenderOptions, 'math' | 'highlight'> | undefined

export const parseJobs = {
  /** `null`: more than a text may hold. */
  markdown({ markdown, profile }: { readonly markdown: string; readonly profile: 'essay' | 'comment' }): Doc | null {
    try {
      return markdownToDoc(markdown, profile).doc
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  },

  /** Its front matter is YAML, whose parser takes longer than Markdown's. */
  file({ text }: { readonly text: string }): MarkdownFile {
    return parseMarkdownFile(text)
  },

  /** A text as its readers see it. Maths and highlighting are loaded by the first that is drawn. */
  async draw({ doc, options }: DrawAsked): Promise<string> {
    const [{ renderDoc }, { typeset, withinText }] = await Promise.all([
      import('#shared/text/render.ts'),
      import('#server/pages/typeset.ts'),
    ])
    return renderDoc(doc, { ...options, ...withinText((set ??= typeset())) })
  },

  /** `null`: more than a text may hold. */
  async drawMarkdown({ markdown, profile, options }: DrawMarkdownAsked): Promise<string | null> {
    const doc = parseJobs.markdown({ markdown, profile })
    return doc === null ? null : parseJobs.draw({ doc, options })
  },

  compare(asked: ComparisonAsked): ShownComparison {
    return shownComparison(asked)
  },
}

export type ParseJobs = typeof parseJobs
