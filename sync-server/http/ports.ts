/**
 * What the HTTP side asks of others. Accounts and forms are given by `sync-server/features/`, put
 * together in `main.ts`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { KeyUse } from '#server/sync/server-registry.ts'
import type { FormError, OwnFacts } from '#shared/pages/page-data.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'

export interface SessionRef {
  /** The public handle (`Session.id`), never the token. */
  readonly sessionId: string
  readonly userId: string
}

export interface Accounts {
  /**
   * Who sent this request; `null` for a visitor, an unknown, ended or expired session. Must be
   * cheap for a request without a cookie.
   */
  sessionOf(request: { readonly headers: IncomingHttpHeaders }): Promise<SessionRef | null>
  /**
   * Whose account this request's cookie was of, before a ban that still stands ended its sessions,
   * and until when; `null` when there is none.
   */
  banOf(request: { readonly headers: IncomingHttpHeaders }): Promise<{ readonly until: number; readonly slug: string } | null>
  /**
   * Whether this request's cookie was of an account that its member has closed since; `null` where
   * it was not, or nobody knows.
   */
  closureOf(request: { readonly headers: IncomingHttpHeaders }): Promise<'deactivated' | 'erased' | null>
  /**
   * Whether the link from a mail can still be used for what its page is for. `read` is without read
   * policies.
   */
  isUsableLink(read: Read, page: 'emailToken' | 'resetPassword', token: string): Promise<boolean>
  /**
   * The member's own private facts for members' pages; `null` when the account is gone. `read` is
   * without read policies.
   */
  ownFacts(read: Read, session: SessionRef): Promise<OwnFacts | null>
}

/** Where an error of ours came up, and what the reader was shown of it. */
export interface Fault {
  readonly digest: string
  /** Name of the build. */
  readonly release: string
  /** Method and path pattern. */
  readonly route: string
  readonly userAgent: string
}

/** Never throws and never waits. */
export type NoteFault = (error: unknown, fault: Fault) => void

/** A mutation for the writer, as `sync-server/sync/apply.ts` takes it. */
export interface MutationRequest {
  readonly name: string
  readonly args: unknown
  readonly userId: string | null
  readonly source: 'member' | 'server'
  /** A program acts with a member's key. */
  readonly byKey?: KeyUse
}

/** Resolves after the commit. Rejects only for what is a bug or a broken store. */
export type Apply = (mutation: MutationRequest) => Promise<Outcome>

export interface FormRequest {
  /** `comments.post`. */
  readonly name: string
  /** As typed; one value for each name, a file's name left out. */
  readonly fields: Readonly<Record<string, string>>
  /** A Markdown file sent with the form (the field `file`), decoded; `null` without one. */
  readonly file: { readonly name: string; readonly text: string } | null
  readonly viewer: Viewer
  readonly session: SessionRef | null
  /** The sender's address, for limits; behind a proxy as `TRUST_PROXY` says. */
  readonly address: string
  readonly userAgent: string
  readonly now: number
  /** For cookies and what else a handler must see of the request. */
  readonly raw: FastifyRequest
}

/**
 * What a form's handler found. The HTTP side turns it into a 303, a page with the form in it, or
 * JSON.
 */
export type FormAnswer =
  | {
      readonly kind: 'done'
      /** A path on this site. */
      readonly location: string
      /** Whole `Set-Cookie` lines. */
      readonly setCookies?: readonly string[]
      /** Whoever signed in or up by it, so that the mutation they came with can be done at once. */
      readonly session?: SessionRef
      /** Journal position that the next page must show. */
      readonly seq?: number
      /** The browser is told to forget everything of this site (sign-out). */
      readonly clearsSiteData?: boolean
    }
  | ({ readonly kind: 'refused'; readonly status: number; readonly error: FormError } & FilledIn)
  /** A visitor's mutation: the sign-in form comes, the mutation is kept and done after it. */
  | ({ readonly kind: 'sign-in-first' } & FilledIn)
  /**
   * The page is shown again with the form filled in and no error (a preview). `url`: the page;
   * default the field `from`.
   */
  | ({ readonly kind: 'shown'; readonly url?: string } & FilledIn)

interface FilledIn {
  /** Whole `Set-Cookie` lines. */
  readonly setCookies?: readonly string[]
  /**
   * What the form is filled in with, where that is more than was typed: the text of an uploaded
   * file.
   */
  readonly values?: Readonly<Record<string, string>>
}

export type FormHandler = (form: FormRequest) => Promise<FormAnswer>
export type FormHandlers = ReadonlyMap<string, FormHandler>

/**
 * Fields that carry a visitor's mutation through the sign-in form: its name, and its fields as
 * JSON.
 */
export const carriedFields = { mutation: 'continueMutation', values: 'continueValues' } as const

/** Fields that are never handed back to a page. */
export const secretFields: ReadonlySet<string> = new Set(['password', 'newPassword', 'token', 'code', 'mailedCode'])
