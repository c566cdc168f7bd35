import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Clicks on what is alive in the text: a link is followed with Ctrl or Cmd only, a task is ticked.
 */
export const TextClicks = Extension.create({
  name: 'textClicks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          click: (view, event) => {
            const { target } = event
            if (!(target instanceof Element)) return false
            const link = target.closest<HTMLAnchorElement>('a[href]')
            if (link !== null) {
              event.preventDefault()
              if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
            }
            const box = target.closest<HTMLElement>('.task-box')
            const item = box?.closest('li')
            if (box !== null && item !== null && item !== undefined && view.editable) {
              event.preventDefault()
              const at = view.posAtDOM(item, 0) - 1
              const node = view.state.doc.nodeAt(at)
              if (node?.type.name === 'taskItem')
                view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', node.attrs['checked'] !== true))
              return true
            }
            return false
          },
        },
      },
    }),
  ],
})
