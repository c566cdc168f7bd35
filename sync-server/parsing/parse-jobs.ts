/** What walks long texts that members sent: run in a thread of `parsing.ts`. */
import { shownComparison, type ComparisonAsked, type ShownComparison } from '#shared/text/compare/shown.ts'
import { markdownToDoc, parseMarkdownFile, type MarkdownFile } from '#shared/text/markdown-in.ts'
import type { Doc } from '#shared/text/nodes.ts'

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

  compare(asked: ComparisonAsked): ShownComparison {
    return shownComparison(asked)
  },
}

export type ParseJobs = typeof parseJobs
