import type { AltAccounts } from '../alt-accounts/find.ts'
import type { ArchivePort } from '../archive/port.ts'
import type { CommentSimilarity } from '../search/similar-comments.ts'
import type { CommonParts } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { TileSource } from '../local-groups/map-tiles.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { ErrorCode, FieldError } from '../kernel/errors.ts'
import type { Reason } from '../kernel/verdict.ts'
import type { PurgePlan } from '../moderation/purge-plan.ts'
import type { Wait } from '../moderation/rate-limit.ts'
import type { HealthPort } from './health-view.ts'
import type { PaymentsPort } from '../payments/port.ts'
import type { FeedbackRules } from '../reports/feedback.ts'
import type { ComparisonAsked, ShownComparison } from '../text/compare/shown.ts'
import type { Doc } from '../text/schema.ts'
import type { SearchPort } from '../search/port.ts'
import type { Featured } from '../sequences/featured.ts'

/**
 * The seam between the pages (web/) and the server that renders them: the server loads the built
 * entry of web/ by path, hands it a PageData, and gets a RenderedPage back. Types only; neither
 * side imports the other.
 */
export interface PageData {
  /**
   * Permitted for `viewer`; remembers what it read, so that the page's cache entry can be dropped
   * when that changes.
   */
  readonly read: Read
  /** Over the rows of a device: what is absent may only not have been fetched. */
  readonly isOfDevice?: true
  /** Nobody else can be asked: what the device lacks is left out. */
  readonly mayLack?: true
  /**
   * What many pages show alike, as any visitor sees it. Absent where nothing is kept: on a device,
   * which makes it anew (`commonOver`).
   */
  readonly common?: CommonParts
  /** Always a visitor for public pages: what is cached for all depends on nobody. */
  readonly viewer: Viewer
  /**
   * Whether the post was public once and has been removed since: the one case that answers 410
   * (first-landing 4).
   */
  isGone(postId: string): Promise<boolean>
  /** Whether the post was public once and lies among its author's drafts. A device never knows. */
  isTakenBack?(postId: string): Promise<boolean>
  readonly now: number
  readonly site: SiteFacts
  /** HTML of a checked body. `idPrefix` keeps the ids of several bodies on one page apart. */
  html(
    doc: Doc,
    options: {
      readonly idPrefix: string
      readonly profile: 'essay' | 'comment'
      readonly trusted: boolean
      /** Of the published text of a post: its polls are forms. */
      readonly pollsOf?: string
      /** `false`: the notes of an essay stand at its end alone, as its author wishes. */
      readonly sideNotes?: boolean
    },
  ): string
  /** As `html`, of a text that may be long: drawn in a thread where it is. Absent on a device. */
  readonly longHtml?: (...args: Parameters<PageData['html']>) => Promise<string>
  /**
   * Markdown as typed, as readers would see it: parsed and drawn in a thread. `null`: more than a
   * text may hold, or than is waited for. Absent on a device.
   */
  readonly preview?: (markdown: string, options: Parameters<PageData['html']>[1]) => Promise<string | null>
  /** Markdown of a checked body, for the plain forms. */
  readonly markdown: ((doc: Doc) => string) | null
  /**
   * Two long texts take a second, so the server compares in a thread; `null`: longer than is waited
   * for. Absent on a device, which compares by itself.
   */
  readonly compare?: (asked: ComparisonAsked) => Promise<ShownComparison | null>
  /** The signed-in member's own private facts, on members' pages only. */
  readonly own: OwnFacts | null
  /** `null` where there is no search engine: on a device, which searches what it holds. */
  readonly search?: SearchPort | null
  /** `null` where the server is not at hand: on a device. */
  readonly archive?: ArchivePort | null
  /**
   * Counts what a purge would take, votes and messages too, which nobody else may read. Only for
   * viewers who may purge; absent on a device.
   */
  readonly planPurge?: (userId: string) => Promise<PurgePlan>
  /** What a look for other accounts found. Only for viewers who may look; absent on a device. */
  readonly altAccounts?: (lookId: string) => Promise<AltAccounts | undefined>
  /** Comments that are alike. Only for administrators; absent on a device. */
  readonly similarComments?: CommentSimilarity
  /** Details and currency of payments, for members. Absent on a device. */
  readonly payments?: PaymentsPort
  /** How the server's process is, for administrators. Absent on a device. */
  readonly health?: HealthPort
  /**
   * Whether the link from a mail that this page was opened by can still be used; absent on every
   * other page, and where nobody knows.
   */
  readonly mailedLink?: 'usable' | 'spent'
  /**
   * The form that was refused, with everything typed in it, when this page is shown in answer to a
   * form.
   */
  readonly form: FormState | null
}

export interface SiteFacts {
  readonly name: string
  readonly tagline: string
  /** Scheme and host, no slash at the end. */
  readonly origin: string
  readonly build: string
  /** There is no mail server: mails are shown on a page. */
  readonly hasDevInbox: boolean
  /**
   * Which collection, by its name in its address, stands at `/rationality`, `/codex` and so on;
   * what is not named here is called like its place.
   */
  readonly featured?: Featured
  /** Where people write to those who run the site; absent: the operator names nothing. */
  readonly contactEmail?: string
  /** The name of an OpenID provider by which members may sign in; absent: there is none. */
  readonly provider?: string
  /** A language model drafts explanations for glossaries. */
  readonly draftsTerms?: true
  /** Below the pins of the map; absent: the outline alone. Not handed to browsers. */
  readonly mapTiles?: TileSource
  readonly reports: ReportFacts
}

/** What the browser must know to report errors and feedback. */
export interface ReportFacts extends FeedbackRules {
  /** As Sentry's client wants it; where reports really go is the tunnel's to say. */
  readonly dsn: string
  /** Path and query on this site that takes them. */
  readonly tunnel: string
  /** Names of the feature flags that are on. */
  readonly flags: readonly string[]
}

export interface OwnFacts {
  readonly userId: string
  readonly userName: string
  readonly displayName: string
  readonly slug: string
  readonly bio: string
  readonly links?: readonly string[]
  readonly interests?: readonly string[]
  readonly email: string
  readonly emailVerifiedAt: number | null
  readonly karma: number
  readonly sessions: readonly SessionFacts[]
  /** Whether a code is asked for after the password. Absent on a device. */
  readonly secondFactor?: { readonly isOn: boolean; readonly recoveryCodesLeft: number }
  /** Last made first. Absent on a device. */
  readonly passkeys?: readonly PasskeyFacts[]
  /** Accounts at the site’s OpenID provider that sign in to this one. Absent on a device. */
  readonly linked?: readonly LinkedFacts[]
  /** Keys for programs that work now; absent: none. */
  readonly keys?: readonly KeyFacts[]
  /** An address that waits to be confirmed; absent: none does. */
  readonly newEmail?: { readonly email: string; readonly until: number }
  /** When the address of the own calendar was made; absent: there is none. */
  readonly calendarAt?: number
  /** Absent: never offered. */
  readonly newsletter?: NewsletterFacts
}

/** A member's own newsletter: how many read it, and what is on its way. */
export interface NewsletterFacts {
  readonly isOn: boolean
  readonly confirmed: number
  readonly pending: number
  readonly bounced: number
  /** The last essays, newest first. */
  readonly issues: readonly {
    readonly postId: string
    readonly state: 'waiting' | 'sending' | 'sent' | 'off'
    readonly dueAt: number
    readonly count: number
  }[]
}

/** A key for programs, as its owner sees it: never the secret. */
export interface KeyFacts {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number
  /** `YYYY-MM-DD`; `null`: never. */
  readonly lastUsedOn: string | null
}

export interface LinkedFacts {
  readonly id: string
  /** What its owner knows it by; may be empty. */
  readonly label: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface PasskeyFacts {
  readonly id: string
  /** As its owner calls it. */
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface SessionFacts {
  readonly id: string
  readonly label: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly isCurrent: boolean
}

/** A form that was refused. Passwords are never handed back. */
export interface FormState {
  /** The form's name: `comments.post`, `accounts.signIn`. */
  readonly mutation: string
  readonly values: Readonly<Record<string, string>>
  readonly error: FormError | null
  /** The mutation a visitor wanted to do, carried through sign-in: its name and fields. */
  readonly continueWith: { readonly mutation: string; readonly values: Readonly<Record<string, string>> } | null
}

export interface FormError {
  readonly code: ErrorCode | 'sign-in-failed' | 'too-large'
  readonly reason: Reason | null
  readonly field: string | null
  readonly retryAfterMs: number | null
  /** Further fields at fault, in the form's order; left out where there are none. */
  readonly others?: readonly FieldError[]
}

/**
 * A form of which nothing was stored, by a fault of the site's: shown with what was typed, to be
 * sent again.
 */
export interface FormAgain {
  readonly mutation: string
  /** Without secrets. */
  readonly values: Readonly<Record<string, string>>
  /** It can be sent as it is: it had neither a secret nor a file. */
  readonly isWhole: boolean
}

export interface PageRequest {
  /** Path and query, canonical. */
  readonly url: string
  /**
   * `html`: the whole document. `data`: only what the page's loaders answer, as JSON, for a
   * navigation in the browser.
   */
  readonly as: 'html' | 'data'
}

export interface RenderedPage {
  readonly status: number
  /** For 301, 302, 303, 307, 308: a path on this site. */
  readonly location: string | null
  readonly body: string
  readonly contentType: string
}

/** How a path may be answered; the table the server routes by and a test walks. */
export interface RouteFacts {
  readonly path: string
  /** Of a page without a load; all others say their own. */
  readonly title?: string
  /**
   * `everyone`: rendered for a visitor and cached for all. `member`: rendered for the viewer, never
   * cached; 401 with the form in place otherwise. `anyone-private`: for the viewer whoever it is,
   * never cached.
   */
  readonly audience: 'everyone' | 'member' | 'staff' | 'admin' | 'anyone-private'
  readonly offline: 'full' | 'saved' | 'none'
  /**
   * A page for everyone that is made for each member by itself: visitors share one, a member's is
   * never cached.
   */
  readonly variesByMember?: true
  /** `?limit=` says how many rows it shows. Public pages of more parameters: `known-queries.ts`. */
  readonly takesLimit?: true
}

/** What the built server entry of web/ exports. */
export interface WebEntry {
  readonly routes: readonly RouteFacts[]
  render(request: PageRequest, data: PageData): Promise<RenderedPage>
  /**
   * An error page with the site's own look: status 400 to 599. `digest` stands in the server's log
   * line too.
   */
  renderError(
    status: number,
    data: {
      readonly site: SiteFacts
      readonly host: string
      readonly digest: string | null
      readonly reason: Reason | null
      /** The form that could not be taken. */
      readonly again?: FormAgain | null
    },
  ): string
  /** The constant inline script of every page, for the hash in the Content-Security-Policy. */
  readonly inlineScript: string
  /** The other one: dates as ages. */
  readonly ageScript: string
}

/** What `/api/me` answers: who I am here, and what of this thread is mine. Never cached. */
export interface MeAnswer {
  readonly viewer: Viewer
  readonly name: string | null
  /** The account that this browser was signed in to has been left by its member. */
  readonly closed?: 'deactivated' | 'erased'
  /** Also of a member whom a ban has signed out. */
  readonly slug: string | null
  /** My votes on the post or comments asked about: [target id, axis, value]. */
  readonly votes: readonly (readonly [string, 'approval' | 'agreement', number])[]
  /** My address, when it was asked for. */
  readonly email?: string
  /** The post I asked about, when its authors have shut me out of its discussion. */
  readonly bannedFrom?: string
  /** How many members wait for a moderator; for the staff. */
  readonly inQueue?: number
  /** They have said where they are at home; where, is not said. */
  readonly hasPlace?: true
  /** They are not through their first steps, and have not dismissed them. */
  readonly hasFirstSteps?: true
  /** I may not comment under this post for so long. */
  readonly wait?: { readonly postId: string; readonly leftMs: number; readonly reason: Wait['reason'] }
}

interface CardAuthor {
  readonly name: string
  readonly slug: string
}

/** What `/api/preview` answers: what a hover card shows. */
export type PreviewCard =
  | {
      readonly kind: 'post'
      readonly url: string
      readonly title: string
      readonly authors: readonly CardAuthor[]
      readonly publishedAt: number | null
      readonly minutes: number
      readonly commentCount: number
      readonly karma: number
      readonly tags: readonly string[]
      readonly text: string
      readonly lang: string
      /** The address of its first picture. */
      readonly picture: string | null
    }
  | {
      readonly kind: 'comment'
      readonly url: string
      readonly postTitle: string
      readonly author: CardAuthor
      readonly postedAt: number
      /** `null`: hidden by the authors of its post. */
      readonly karma: number | null
      readonly text: string
    }
  | {
      readonly kind: 'member'
      readonly id: string
      readonly url: string
      readonly name: string
      readonly joinedAt: number
      /** `null`, as the next two: not known on this device. */
      readonly karma: number | null
      readonly postCount: number | null
      readonly commentCount: number | null
      readonly text: string
    }
  | {
      readonly kind: 'tag'
      readonly url: string
      readonly name: string
      readonly postCount: number
      /** Of the newest posts with it. */
      readonly titles: readonly string[]
      readonly text: string
    }
