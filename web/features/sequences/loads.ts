import type { Loads } from '../../app/route.ts'
import { loadCollection, loadFeatured, loadSequences } from './collection.load.ts'
import { loadEditCollection } from './edit-collection.load.ts'
import { loadEditSequence } from './edit-sequence.load.ts'
import { loadLibrary } from './library.load.ts'
import { loadSequence, loadSequenceAlias } from './sequence.load.ts'
import { loadSequencesNew } from './sequences-new.load.ts'

export const loads: Loads = {
  '/library': loadLibrary,
  '/s/:sequenceId': loadSequence,
  '/sequences/:sequenceId': loadSequenceAlias,
  '/sequencesNew': loadSequencesNew,
  '/editSequence': loadEditSequence,
  '/collections/:collectionId': loadCollection,
  '/editCollection': loadEditCollection,
  '/sequences': loadSequences,
  '/rationality': loadFeatured('rationality'),
  '/codex': loadFeatured('codex'),
  '/hpmor': loadFeatured('hpmor'),
  '/highlights': loadFeatured('highlights'),
}
