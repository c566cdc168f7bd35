import * as z from 'zod/mini'
import { checkDoc } from './check.ts'
import type { Doc, Profile } from './nodes.ts'

export type { Doc, DocNode } from './nodes.ts'

/** The body of a post, wiki page or sequence: anything in, a clean canonical copy out. */
export const EssayBody = body('essay')

/** The body of a comment or message: 1 to 50,000 characters, no embeds. */
export const CommentBody = body('comment')

function body(profile: Profile) {
  return z.pipe(
    z.unknown(),
    z.transform((value: unknown, context): Doc => {
      const checked = checkDoc(value, profile)
      if (checked.ok) return checked.doc
      context.issues.push({ code: 'custom', message: `${checked.reason} at ${checked.path}`, input: value, path: [] })
      return z.NEVER
    }),
  )
}
