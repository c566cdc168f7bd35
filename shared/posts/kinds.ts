/**
 * What is true of each kind of post, a row each: rules, lists and pages ask `kindFacts`, and
 * compare no names. The names are stored, and stand in the API and in addresses.
 */

export interface KindFacts {
  /** As authors choose it. */
  readonly name: string
  /** In front of its title in lists; `null`: nothing. */
  readonly word: string | null
  /** In the lists of posts, and in the search. */
  readonly isListed: boolean
  /** Beside the lists of all posts. */
  readonly feeds: readonly string[]
  readonly isTagged: boolean
  /** In sequences and collections. */
  readonly isInSequences: boolean
  /** Its address is in the wiki, and it is published and edited as a page of it. */
  readonly isInWiki: boolean
  /** It cannot do without an address it points at, but may without a text. */
  readonly needsLink: boolean
  /** Comments can be answers to it. */
  readonly isAsked: boolean
  /** Its page is a question's: answers come first, and others are related to it. */
  readonly isQuestionPage: boolean
  /** Written by its authors, to be read, listened to, corrected. */
  readonly hasText: boolean
  /** Its discussion is its author's quick takes. */
  readonly hasTakes: boolean
  /** What its authors say to each other stands in place of a text. */
  readonly hasMessages: boolean
  /** It has a place in time (shared/events/), for good, and an address among events. */
  readonly isEvent: boolean
}

const usual: KindFacts = {
  ...{ name: 'Post', word: null, isListed: true, feeds: [], isTagged: true, isInSequences: true, isInWiki: false, needsLink: false },
  ...{ isAsked: false, isQuestionPage: false, hasText: true, hasTakes: false, hasMessages: false, isEvent: false },
}
const unlisted = { isListed: false, isTagged: false, isInSequences: false } as const

const chosen = {
  post: {},
  question: { name: 'Question', word: 'Question', feeds: ['questions'], isAsked: true, isQuestionPage: true },
  linkpost: { name: 'Link post', word: 'Link', feeds: ['linkposts'], needsLink: true },
} satisfies Rows

/** Begun elsewhere with what is said of it, and then written and published as others. */
const begunElsewhere = {
  event: { name: 'Event', word: 'Event', isInSequences: false, isEvent: true },
} satisfies Rows

/** What holds a page of the wiki, or a lens of one (shared/wiki/, docs/decisions/0021). */
const others = {
  wiki: { name: 'Wiki page', word: 'Wiki', ...unlisted, isInWiki: true },
} satisfies Rows

/** What stands in a post of any kind instead of a text, and what is other then. */
const held = {
  quickTakes: { ...unlisted, isQuestionPage: false, hasText: false, hasTakes: true },
  dialogue: { feeds: ['dialogues'], isQuestionPage: false, hasText: false, hasMessages: true },
} satisfies Rows

type Rows = Readonly<Record<string, Partial<KindFacts>>>
type PostKind = keyof typeof chosen
export type TextKind = PostKind | keyof typeof others | keyof typeof begunElsewhere
export type Holding = keyof typeof held

// The names of tables made by hand right above.
/** What authors choose from. */
export const postKinds = Object.keys(chosen) as unknown as readonly [PostKind, ...PostKind[]]
/** What is published as a post. */
export const publishedKinds = [...postKinds, ...Object.keys(begunElsewhere)] as unknown as readonly [
  PostKind | keyof typeof begunElsewhere,
  ...(PostKind | keyof typeof begunElsewhere)[],
]
export const textKinds = Object.keys({ ...chosen, ...others, ...begunElsewhere }) as unknown as readonly [TextKind, ...TextKind[]]
export const holdings = Object.keys(held) as unknown as readonly [Holding, ...Holding[]]

export interface OfKind {
  readonly kind: TextKind
  /** What stands in it instead of a text. */
  readonly holds?: Holding | undefined
}

const known = new Map(
  textKinds.flatMap((kind) => ([undefined, ...holdings] as const).map((holds) => [keyOf({ kind, holds }), made({ kind, holds })] as const)),
)

/** What is true of a post, by its kind and by what it holds. */
export const kindFacts = (post: OfKind): KindFacts => known.get(keyOf(post)) ?? usual

function keyOf({ kind, holds = undefined }: OfKind): string {
  return holds === undefined ? kind : `${kind} ${holds}`
}

function made({ kind, holds }: OfKind): KindFacts {
  const rows: readonly Partial<KindFacts>[] = [
    { ...chosen, ...others, ...begunElsewhere }[kind],
    ...(holds === undefined ? [] : [held[holds]]),
  ]
  return Object.assign({}, usual, ...rows, { feeds: rows.flatMap(({ feeds = [] }) => feeds) })
}
