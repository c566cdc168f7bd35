import { Notice } from '../../../ui/notice.tsx'
import { useTools } from '../use-tools.ts'

/** Said where files cannot be read or written yet, for want of the part of the app that does it. */
export function ToolsNote() {
  if (useTools() !== 'absent') return null
  return <Notice kind="warm">Open this page once while online; after that it works offline too.</Notice>
}
