import { canBeginTag } from '#shared/wiki/rules.ts'
import { useViewer } from '../../data/viewer.ts'

/** Under the field of a post's tags. */
export function useTagsHint(): string {
  const viewer = useViewer()
  const mayBegin = viewer.kind === 'visitor' || canBeginTag(viewer).allowed
  return `Up to ten, separated by commas.${mayBegin ? '' : ' Tags that don’t exist yet wait for approval.'}`
}
