import type { Loads } from '../../app/route.ts'
import { loadReact } from './react.load.ts'
import { loadReactedComments } from './reacted-comments.load.ts'
import { loadTypos } from './typos.load.ts'

export const loads: Loads = {
  '/allCommentsWithReacts': loadReactedComments,
  '/react': loadReact,
  '/typos': loadTypos,
}
