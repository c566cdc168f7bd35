/**
 * Making a wiki page and publishing versions of it, for whoever has no script: Markdown in a form,
 * as with posts.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { writeBesideEditors } from '#server/documents/beside-editors.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { revisions } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { publishPage } from '#shared/wiki/mutations.ts'
import { wikiAddress } from '#shared/wiki/page-queries.ts'
import { tags } from '#shared/wiki/schema.ts'

/** How the form calls what the mutation names, so that what is wrong with one stands under it. */
const formNames = { name: 'pageName', body: 'markdown', id: 'from' }

interface Version {
  /** Empty: a page that is begun with it. */
  readonly id: string
  readonly body: Doc
  readonly note: string
  readonly level: string
  /** The version that the form was made from; empty: whatever there is. */
  readonly seenId?: string
  /** All that is said of a page when it is begun. */
  readonly begun: Readonly<Record<string, unknown>>
}

export function wikiForms({ store, apply, recent, rooms }: FormTools) {
  const publish = defineForm(publishPage.name, {
    fields: z.strictObject({
      ...{ id: field, name: field, type: field, lang: field, lensOf: field, tabTitle: field, tabSubtitle: field },
      ...{ markdown: field, note: field, level: field, seenId: field },
    }),
    async run(form, { id, name, type, lang, lensOf, tabTitle, tabSubtitle, markdown, note, level, seenId }) {
      senderOf(form)
      const lens = lensOf === '' ? { lensOf: null } : { lensOf, tabTitle, tabSubtitle }
      const begun = { name, lang: lang.trim() || 'en', isWikiOnly: type === 'wiki', ...lens }
      return write(form, { id, body: await docOf(markdown, 'essay'), note, level, begun, seenId })
    },
  })

  /** Makes an earlier version the newest again. */
  const revert = defineForm('wiki.revert', {
    fields: z.strictObject({ id: field, revisionId: field }),
    async run(form, { id, revisionId }) {
      senderOf(form)
      const earlier = await store.read((read) => read.get(revisions, revisionId))
      // What was never published is not brought before readers by its id.
      if (earlier === undefined || earlier.subjectId !== id || earlier.isDraft) throw new AppError('not-found')
      return write(form, { id, body: earlier.body, note: `Version ${earlier.version} again`, level: 'minor', begun: {} })
    },
  })

  async function write(form: FormRequest, { id: given, body, note, level, begun, seenId = '' }: Version): Promise<FormAnswer> {
    const userId = senderOf(form)
    if (given !== '' && !isId(given)) throw new AppError('not-found')
    const [revisionId = '', madeId = ''] = await recent.ids(form, given, [publishPage.name, JSON.stringify([body, note, begun])], 2)
    const id = given === '' ? madeId : given
    // Of a page that is there, what it is stands with it: a form that was open for long changes
    // none of it.
    const about = given === '' ? begun : { ...begun, ...(await store.read((read) => karmaStatsOf(read, id, begun))) }
    const args = {
      id,
      revisionId,
      body,
      note: note.trim(),
      ...about,
      ...(level === 'major' && { level }),
      ...(seenId !== '' && { seenId }),
    }
    const { seq } = await writeBesideEditors({ store, rooms }, { postId: id, revisionId, userId }, async () => {
      const from = (await store.read((read) => editablePost(read, id)))?.revision.body
      const mutation = { name: publishPage.name, args, userId, source: 'member' } as const
      return { seq: await inFormFields(formNames, () => applied(apply, mutation)), body, from }
    })
    return { kind: 'done', location: (await store.read((read) => wikiAddress(read, id, ''))) ?? links.wikiTags(), seq }
  }

  return [publish, revert]
}

/** @throws AppError 'not-found' */
async function karmaStatsOf(read: Parameters<typeof wikiAddress>[0], id: string, begun: Version['begun']) {
  const tag = await getOrThrow(read, tags, id)
  const { isWikiOnly, lensOf, tabTitle, tabSubtitle } = tag
  const isBegun = tag.publishedAt === null && typeof begun['name'] === 'string' && begun['name'].trim() !== ''
  return {
    ...{ isWikiOnly, lensOf, lang: typeof begun['lang'] === 'string' ? begun['lang'] : 'en' },
    ...(!isBegun && { name: tag.name }),
    ...(lensOf !== null && { tabTitle, tabSubtitle }),
  }
}
