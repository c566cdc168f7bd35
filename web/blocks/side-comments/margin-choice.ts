import type { SideChoice } from '#shared/reactions/side-comments.ts'
import { sideChoices } from '#shared/reactions/side-comments.ts'

/** Reactions to words: none shown, those that more are for than against, all. */
const inlineChoices = ['none', 'up', 'all'] as const
type InlineChoice = (typeof inlineChoices)[number]

export interface MarginChoice {
  readonly inline: InlineChoice
  readonly side: SideChoice
}

const usual: MarginChoice = { inline: 'up', side: 'karma' }
const key = (postId: string): string => `lyceum:margin:${postId}`

/** What this reader wants beside this post; kept on this device. */
export function marginChoice(postId: string): MarginChoice {
  try {
    const [inline, side] = (localStorage.getItem(key(postId)) ?? '').split(' ')
    return {
      inline: inlineChoices.find((one) => one === inline) ?? usual.inline,
      side: sideChoices.find((one) => one === side) ?? usual.side,
    }
  } catch {
    return usual // Storage is closed to this page.
  }
}

export function keepMarginChoice(postId: string, { inline, side }: MarginChoice): void {
  try {
    if (inline === usual.inline && side === usual.side) localStorage.removeItem(key(postId))
    else localStorage.setItem(key(postId), `${inline} ${side}`)
  } catch {
    // It holds for what is drawn now.
  }
}
