import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { synonymsShape } from '#shared/search/schema.ts'
import type { StoredItem } from '../../data/device/device-api.ts'

/**
 * What a reader would call one thing: a post with its discussion and its finished page, a list,
 * their own marks.
 */
export interface StoredGroup {
  readonly key: string
  readonly title: string
  readonly href: string | null
  /** What is kept of it, in words. */
  readonly what: string
  readonly keep: StoredItem['keep']
  readonly lastUsed: number
  readonly bytes: number
  /** Everything to be freed with it. */
  readonly ids: readonly string[]
  /** What can be pinned; `null` for finished pages alone. */
  readonly shape: string | null
  /** The reader's own marks stay as long as they are signed in. */
  readonly isRemovable: boolean
}

const order = { pinned: 3, own: 2, visited: 1, prefetched: 0 } as const

/** Puts together what belongs to one post; last used first. */
export function storedGroups(held: readonly StoredItem[]): readonly StoredGroup[] {
  const groups = new Map<string, StoredItem[]>()
  for (const thing of held) {
    const key = keyOf(thing)
    groups.set(key, [...(groups.get(key) ?? []), thing])
  }
  return [...groups].map(([key, things]) => storedGroup(key, things)).sort((a, b) => b.lastUsed - a.lastUsed)
}

function storedGroup(key: string, things: readonly StoredItem[]): StoredGroup {
  const shape = things.find((thing) => thing.kind === 'shape')
  const page = things.find((thing) => thing.kind === 'page')
  const title = things.find((thing) => thing.title !== null)?.title ?? null
  const isPost = key.startsWith('post:')
  const isOwnMarks = shape?.id.startsWith('me:') === true
  const isDraft = shape?.id.startsWith('draft:') === true
  const isSynonyms = shape?.id === synonymsShape
  const sequenceId = shape?.id.startsWith('sequence:') === true ? shape.id.slice('sequence:'.length) : null
  return {
    key,
    title:
      title ??
      (isOwnMarks
        ? 'Your votes, bookmarks and history'
        : isPost
          ? 'A post'
          : isDraft
            ? 'Untitled draft'
            : sequenceId !== null
              ? 'A sequence'
              : isSynonyms
                ? 'Search synonyms'
                : nameOfPage(page?.id ?? key)),
    href:
      page?.id ??
      (isPost ? links.post({ id: key.slice('post:'.length), slug: null }) : sequenceId === null ? null : links.sequence(sequenceId)),
    what: isPost
      ? postWords(shape, page)
      : isOwnMarks
        ? 'visible only to you'
        : isDraft
          ? 'draft with version history'
          : sequenceId !== null
            ? 'table of contents'
            : isSynonyms
              ? 'for searching this device'
              : 'last saved copy',
    keep: things.reduce<StoredItem['keep']>((best, thing) => (order[thing.keep] > order[best] ? thing.keep : best), 'prefetched'),
    lastUsed: Math.max(...things.map((thing) => thing.lastUsed)),
    bytes: things.reduce((sum, thing) => sum + thing.bytes, 0),
    ids: things.map((thing) => thing.id),
    shape: shape?.id ?? null,
    isRemovable: !isOwnMarks && !isSynonyms,
  }
}

function postWords(shape: StoredItem | undefined, page: StoredItem | undefined): string {
  if (shape === undefined) return 'last saved copy of the page'
  const still = shape.isComplete ? '' : ', still arriving'
  return page === undefined ? `post and comments${still}` : `post, comments and page copy${still}`
}

function keyOf({ id, kind }: StoredItem): string {
  if (kind === 'shape') return id.startsWith('thread:') ? `post:${id.slice('thread:'.length)}` : id
  const sequenceId = /^\/s\/([^/?#]+)$/u.exec(id)?.[1] ?? ''
  if (isId(sequenceId)) return `sequence:${sequenceId}`
  const postId = /^\/posts\/([^/?#]+)/u.exec(id)?.[1] ?? ''
  return isId(postId) ? `post:${postId}` : id
}

const pageNames: Readonly<Record<string, string>> = {
  [links.front()]: 'Front page',
  [links.curated()]: 'Curated',
  [links.allPosts()]: 'All posts',
  [links.allComments()]: 'All comments',
  [links.bookmarks()]: 'Bookmarks & history',
  [links.library()]: 'Library',
  [links.account()]: 'Your account',
  [links.quickTakes()]: 'Quick takes',
  [links.questions()]: 'Questions',
  [links.dialogues()]: 'Dialogues',
  [links.wikiTags()]: 'Wiki & tags',
  [links.recommendations()]: 'Recommendations',
  [links.leaderboard()]: 'Leaderboard',
}

const nameOfPage = (address: string): string => pageNames[address] ?? address
