import type { Read } from '../kernel/transaction.ts'
import { links } from '../links.ts'
import { attrText } from '../text/nodes.ts'
import { withMentions } from './typed-mentions.ts'

/** Plain text, or a member's name as it was typed with the address of their page. */
export interface BioPart {
  readonly text: string
  /** Absent: it is no link. */
  readonly href?: string
}

/**
 * What somebody says of themselves, with each `@name` of a member as a link. Found when it is
 * shown, not when it is written: a bio is plain text, and whoever is named in one is not notified
 * (docs/decisions/0030).
 */
export async function bioParts(read: Read, bio: string, now: number): Promise<readonly BioPart[]> {
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: bio }] }] } as const
  const [paragraph] = (await withMentions(read, doc, now)).content
  return (paragraph?.content ?? []).map((node) =>
    node.type === 'mention' ? { text: `@${attrText(node, 'label')}`, href: links.user(attrText(node, 'id')) } : { text: node.text ?? '' },
  )
}
