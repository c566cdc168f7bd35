import type { ThreadView } from './thread-view.ts'

/**
 * In a long discussion: everything that is shortened or folded, at once. Looking for words in the
 * page (Ctrl+F) does the same.
 */
export function ExpandAll({ view }: { readonly view: ThreadView }) {
  if (!view.comments.some(({ shortened }) => shortened !== undefined)) return null
  const expand = () => {
    const threads = document.querySelectorAll<HTMLElement>('.discussion-sec .thread')
    import('./use-thread-actions.ts').then(({ expandAll }) => threads.forEach(expandAll)).catch(reportError)
  }
  return (
    <button type="button" className="linkish needs-js meta" onClick={expand} title="Ctrl+F works too">
      Expand all
    </button>
  )
}
