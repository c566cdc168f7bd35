import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { mayAct } from '../moderation/measure-rules.ts'

/** Administrators. */
export const canManageSynonyms = (viewer: Viewer): Verdict => mayAct(viewer, 'manageSynonyms')
