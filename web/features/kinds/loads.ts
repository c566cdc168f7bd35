import type { Loads } from '../../app/route.ts'
import { loadDialogues } from './dialogues.load.ts'
import { loadQuestions } from './questions.load.ts'
import { loadQuickTakes } from './quick-takes.load.ts'

export const loads: Loads = {
  '/quicktakes': loadQuickTakes,
  '/questions': loadQuestions,
  '/dialogues': loadDialogues,
}
