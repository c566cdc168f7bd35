import { Notice } from '../../../ui/notice.tsx'
import { useTools } from '../use-tools.ts'

/** Said where files cannot be read or written yet, for want of the part of the app that does it. */
export function ToolsNote() {
  if (useTools() !== 'absent') return null
  return (
    <Notice kind="warm">
      The part of the app that reads and writes files is not on this device yet. Open this page once with a connection: from then on it
      works without one.
    </Notice>
  )
}
