import { defineDomain, readPolicy } from '../kernel/domain.ts'
import {
  addChapter,
  createSequence,
  moveChapter,
  putPostInSequence,
  removeChapter,
  setChapterDetail,
  setSequenceDetail,
  setSequenceRemoved,
  takePostFromSequence,
} from './mutations.ts'
import { canEditSequence, canReadSequence } from './rules.ts'
import { chapters, sequencePosts, sequences } from './schema.ts'
import type { Doc } from '../text/schema.ts'

/** Stands in for the text of a removed comment. */
const withheld: Doc = { type: 'doc', content: [] }

export const sequencesDomain = defineDomain({
  tables: [sequences, chapters, sequencePosts],
  mutations: [
    createSequence,
    setSequenceDetail,
    setSequenceRemoved,
    addChapter,
    setChapterDetail,
    moveChapter,
    removeChapter,
    putPostInSequence,
    takePostFromSequence,
  ],
  policies: [
    readPolicy(sequences, (sequence, viewer) => {
      const readable = canReadSequence(viewer, sequence)
      if (readable.allowed) return sequence
      // That it was here and is taken down is no secret; what it said is.
      if (readable.reason !== 'sequence-is-removed') return undefined
      return { ...sequence, title: '', body: withheld, bannerUrl: null, cardUrl: null, removedById: null }
    }),
    readPolicy(chapters, async (chapter, viewer, read) => {
      const sequence = await read.get(sequences, chapter.sequenceId)
      if (sequence === undefined || !canReadSequence(viewer, sequence).allowed) return undefined
      if (chapter.hiddenIds === undefined || canEditSequence(viewer, sequence).allowed) return chapter
      const { hiddenIds, ...shown } = chapter
      return { ...shown, postIds: chapter.postIds.filter((id) => !hiddenIds.includes(id)) }
    }),
    readPolicy(sequencePosts, async (place, viewer, read) => {
      const sequence = await read.get(sequences, place.sequenceId)
      if (sequence === undefined || !canReadSequence(viewer, sequence).allowed) return undefined
      return place.isHidden === true && !canEditSequence(viewer, sequence).allowed ? undefined : place
    }),
  ],
})
