import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import type { Post } from '#shared/posts/schema.ts'

/**
 * The places of pages where any domain can show something (docs/decisions/0055-places.md). The
 * page's load says in `places` that the place is there, with what it is `asked` about; the page
 * draws `<Place on="…" given={…}>`. What a domain shows there stands in its own folder.
 */
export interface Places {
  /** Above the list of the front page. */
  readonly 'front-top': { readonly asked: { readonly isRanked: boolean }; readonly given: object }
  /** Above the lists of `/library`. */
  readonly 'library-top': { readonly asked: object; readonly given: object }
  /** Above what `/recommendations` recommends. */
  readonly 'recommendations-top': { readonly asked: object; readonly given: object }
  /** Beside a member's name. */
  readonly 'profile-head': { readonly asked: { readonly memberId: string }; readonly given: MemberGiven }
  /** Below what a member says of themselves. */
  readonly profile: { readonly asked: { readonly memberId: string }; readonly given: MemberGiven }
  /** What can be done about a member, beside their name. */
  readonly 'profile-acts': { readonly asked: { readonly memberId: string }; readonly given: MemberGiven }
  /** Above the title of a post that belongs to a local group. */
  readonly 'post-top': { readonly asked: { readonly postId: string }; readonly given: object }
  /** Above the text of an event. */
  readonly 'text-start': { readonly asked: { readonly postId: string }; readonly given: object }
  /** Below what a local group says of itself. */
  readonly 'group-end': { readonly asked: { readonly groupId: string }; readonly given: object }
  /** Above the groups of `/community`. */
  readonly 'community-top': { readonly asked: object; readonly given: object }
  /** In one's account, where one says where one is. */
  readonly 'account-place': { readonly asked: object; readonly given: object }
  /** Below the events near a place. */
  readonly 'nearby-end': { readonly asked: Coordinates; readonly given: object }
  /** Below the discussion of a published post. */
  readonly 'post-end': {
    readonly asked: { readonly postId: string; readonly authorId: string }
    readonly given: { readonly author: { readonly name: string; readonly slug: string } }
  }
  /** Below the text of a review, in the discussion of its post. */
  readonly 'review-end': { readonly asked: { readonly postId: string }; readonly given: { readonly commentId: string } }
  /** Below the text of a post, above what readers thought of it. */
  readonly 'text-end': {
    readonly asked: { readonly postId: string; readonly isTrusted: boolean }
    readonly given: { readonly post: Post; readonly textVersion: string }
  }
}

interface MemberGiven {
  readonly member: { readonly id: string; readonly name: string }
}

export type PlaceName = keyof Places

/** What a load says of the places of its page. */
export type PlacesAsked = { readonly [Name in PlaceName]?: Places[Name]['asked'] }

/** In a page's answer: what is shown at a place, by `domain/part`, in its order. */
export type ShownParts = { readonly [Name in PlaceName]?: Readonly<Record<string, object>> }

/** What a part is given to draw: `PartProps<typeof loadNote, 'profile'>`. */
export interface PartProps<Load extends (...given: never) => unknown, On extends PlaceName> {
  /** What its load answered, bodies apart (`useBodies`). */
  readonly page: Omit<NonNullable<Awaited<ReturnType<Load>>>, 'bodies'>
  readonly given: Places[On]['given']
}

/** Of any part: its file says what they are. */
export interface AnyPartProps {
  readonly page: never
  readonly given: never
}
