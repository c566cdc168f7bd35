/** What parses long texts that members sent: run in a thread of `parsing.ts`. */
import { markdownToDoc } from '#shared/text/markdown-in.ts'
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
}

export type ParseJobs = typeof parseJobs
