import type { Read } from '../kernel/transaction.ts'
import { links } from '../links.ts'
import type { Doc } from '../text/nodes.ts'
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
 * shown, not when it is written: a bio is plain text (docs/decisions/0030).
 */
export async function bioParts(read: Read, bio: string, now: number): Promise<readonly BioPart[]> {
  const [paragraph] = (await withMentions(read, bioDoc(bio), now)).content
  return (paragraph?.content ?? []).map((node) =>
    node.type === 'mention' ? { text: `@${attrText(node, 'label')}`, href: links.user(attrText(node, 'id')) } : { text: node.text ?? '' },
  )
}

/**
 * A bio in two: what is shown at first, at most so many words, and the rest, which may be nothing.
 */
export function cutBio(parts: readonly BioPart[], maxWords: number): readonly [first: readonly BioPart[], rest: readonly BioPart[]] {
  let left = maxWords
  for (const [at, part] of parts.entries()) {
    const ends = [...part.text.matchAll(/\S+/gu)].map((word) => word.index + word[0].length)
    if (ends.length <= left) {
      left -= ends.length
      continue
    }
    // A name stays whole: it is a link.
    const end = part.href === undefined ? (ends[left - 1] ?? 0) : 0
    const [before, after] = [part.text.slice(0, end), part.text.slice(end).trimStart()]
    return [
      [...parts.slice(0, at), ...(before === '' ? [] : [{ ...part, text: before }])],
      [{ ...part, text: after }, ...parts.slice(at + 1)],
    ]
  }
  return [parts, []]
}

/** A bio as a text of one paragraph, with its names as they were typed. */
export function bioDoc(bio: string): Doc {
  return { type: 'doc', content: [{ type: 'paragraph', ...(bio !== '' && { content: [{ type: 'text', text: bio }] }) }] }
}
