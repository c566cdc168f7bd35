import { createRoot } from 'react-dom/client'
import { links } from '#shared/links.ts'
import { openSheet } from '../../ui/sheet.ts'
import { TagsPanel } from './tags-panel.tsx'

/**
 * The tags of a post over its page: to vote on them and to add some. `refresh`: what was done by
 * the server alone stands on the page after it.
 */
export function openTags(postId: string, refresh: () => Promise<void>): void {
  const content = document.createElement('div')
  const root = createRoot(content)
  openSheet({ title: 'Tags', className: 'tags-sheet', content, onClose: () => root.unmount() })
  root.render(<TagsPanel postId={postId} from={links.postTags(postId)} onSent={() => void refresh().catch(reportError)} />)
}
