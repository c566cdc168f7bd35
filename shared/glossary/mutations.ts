/**
 * A glossary is written at the server: what it says is read by everybody, and who writes it is
 * asked about more than a device knows.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from '../posts/schema.ts'
import type { GlossaryTerm } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { posts, revisions } from '../posts/schema.ts'
import { plainText } from '../text/measure.ts'
import type { Doc } from '../text/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { termsIn } from './find.ts'
import { glossaryLimits } from './limits.ts'
import { termsOfPost, versionsOfTerm } from './queries.ts'
import { canEditGlossary } from './rules.ts'
import { AltTerms, GlossaryTerm as Term, glossaryTerms, TermName, termVersionId, termVersions } from './schema.ts'
import { isSameJson } from '../kernel/same.ts'

const said = { term: TermName, altTerms: AltTerms, body: CommentBody }

/**
 * Adds a term to a post. Running it twice with one id leaves one. @throws AppError 'taken' with
 * `term` where the post explains that already.
 */
export const addTerm = defineMutation({
  name: 'glossary.addTerm',
  args: z.strictObject({ id: Id, postId: Id, ...said, isApproved: z.boolean(), origin: Term.shape.origin }),
  async run(context, { id, postId, term, altTerms, body, isApproved, origin }) {
    const { tx, viewer, now } = context
    await editablePost(context, postId)
    const { userId: changedById } = signedIn(viewer)
    const existing = await tx.get(glossaryTerms, id)
    if (existing !== undefined) {
      if (existing.postId !== postId) throw new AppError('not-found')
      return
    }
    requireShort(body)
    const others = await tx.list(termsOfPost(postId))
    if (others.length >= glossaryLimits.termsOfPost) throw new AppError('invalid', { field: 'terms' })
    requireNew(others, term)
    const names = otherNames(term, altTerms)
    await tx.put(glossaryTerms, {
      ...{ id, postId, term, altTerms: names, body: await withMentions(tx, body, now), isApproved, isHidden: false, origin },
      ...{ createdAt: now, changedAt: now, changedById },
    })
  },
})

/** Sets what a term says; what it said before is kept. */
export const setTerm = defineMutation({
  name: 'glossary.setTerm',
  args: z.strictObject({ id: Id, ...said }),
  async run(context, { id, term, altTerms, body }) {
    const { tx, viewer, now } = context
    const before = await editableTerm(context, id)
    requireShort(body)
    requireNew(
      (await tx.list(termsOfPost(before.postId))).filter((other) => other.id !== id),
      term,
    )
    const names = otherNames(term, altTerms)
    const next = { ...before, term, altTerms: names, body: await withMentions(tx, body, now) }
    if (isSameJson(next, before)) return
    const versions = await tx.list(versionsOfTerm(id))
    const n = (versions[0]?.n ?? 0) + 1
    await tx.put(termVersions, {
      ...{ id: termVersionId(id, n), termId: id, postId: before.postId, n, term: before.term, altTerms: before.altTerms },
      ...{ body: before.body, at: before.changedAt, byId: before.changedById },
    })
    for (const old of versions.slice(glossaryLimits.versionsOfTerm - 1)) await tx.delete(termVersions, old.id)
    const origin = before.origin === 'model' ? 'both' : before.origin
    await tx.put(glossaryTerms, { ...next, origin, changedAt: now, changedById: signedIn(viewer).userId })
  },
})

export const setTermApproved = defineMutation({
  name: 'glossary.setApproved',
  args: z.strictObject({ id: Id, isApproved: z.boolean() }),
  async run(context, { id, isApproved }) {
    const before = await editableTerm(context, id)
    if (before.isApproved !== isApproved) await context.tx.put(glossaryTerms, { ...before, isApproved })
  },
})

/** Puts a term away, or has it back. */
export const setTermHidden = defineMutation({
  name: 'glossary.setHidden',
  args: z.strictObject({ id: Id, isHidden: z.boolean() }),
  async run(context, { id, isHidden }) {
    const before = await editableTerm(context, id)
    if (before.isHidden !== isHidden) await context.tx.put(glossaryTerms, { ...before, isHidden })
  },
})

/** All terms of a post that are not put away. */
export const setAllApproved = defineMutation({
  name: 'glossary.setAllApproved',
  args: z.strictObject({ postId: Id, isApproved: z.boolean() }),
  async run(context, { postId, isApproved }) {
    await editablePost(context, postId)
    for (const term of await context.tx.list(termsOfPost(postId)))
      if (!term.isHidden && term.isApproved !== isApproved) await context.tx.put(glossaryTerms, { ...term, isApproved })
  },
})

/** Puts away what the newest text of the post does not say. */
export const hideUnusedTerms = defineMutation({
  name: 'glossary.hideUnused',
  args: z.strictObject({ postId: Id }),
  async run(context, { postId }) {
    const { tx } = context
    const post = await editablePost(context, postId)
    const text = plainText((await getOrThrow(tx, revisions, post.latestRevisionId)).body)
    const terms = await tx.list(termsOfPost(postId))
    const said = termsIn(
      terms.map(({ id, term, altTerms }) => ({ id, names: [term, ...altTerms] })),
      text,
    )
    for (const term of terms) if (!said.has(term.id) && !term.isHidden) await tx.put(glossaryTerms, { ...term, isHidden: true })
  },
})

/** Asked before anything is said of what is there. */
async function editablePost({ tx, viewer }: MutationContext, postId: string): Promise<Post> {
  const post = await getOrThrow(tx, posts, postId)
  authorize(canEditGlossary(viewer, post))
  return post
}

async function editableTerm(context: MutationContext, id: string): Promise<GlossaryTerm> {
  const term = await getOrThrow(context.tx, glossaryTerms, id)
  await editablePost(context, term.postId)
  return term
}

function requireShort(body: Doc): void {
  if (plainText(body).length > glossaryLimits.definitionCharacters) throw new AppError('invalid', { field: 'body' })
}

function requireNew(others: readonly GlossaryTerm[], term: string): void {
  if (others.some((other) => other.term.toLowerCase() === term.toLowerCase())) throw new AppError('taken', { field: 'term' })
}

/** Each once, and never the term itself. */
function otherNames(term: string, altTerms: readonly string[]): string[] {
  return [...new Set(altTerms)].filter((name) => name !== term)
}
