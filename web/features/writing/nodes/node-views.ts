import { Extension, InputRule } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { NodeViewConstructor } from '@tiptap/pm/view'
import { ask, askAbout, askAboutSelected } from './asked.ts'
import { EmbedView } from './embed-view.ts'
import { FoldedView } from './folded-view.ts'
import { MathView } from './math-view.ts'
import { tickTask } from './task-actions.ts'

const folded =
  (name: 'spoiler' | 'details' | 'machineText'): NodeViewConstructor =>
  (node, view, place) =>
    new FoldedView(name, node, view, place)

/**
 * What is more than its element while one writes: titles in place, formulas as they will be seen. A
 * click or Enter opens the dialog of a node that has one.
 */
export const NodeViews = Extension.create({
  name: 'nodeViews',
  priority: 140,
  addKeyboardShortcuts() {
    return { Enter: () => askAboutSelected(this.editor), 'Mod-Enter': () => askAboutSelected(this.editor) || tickTask(this.editor) }
  },
  addInputRules() {
    const { editor } = this
    return [mathRule(), mathBlockRule(() => ask(editor, 'mathBlock'))]
  },
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          nodeViews: {
            spoiler: folded('spoiler'),
            details: folded('details'),
            machineText: folded('machineText'),
            mathInline: (node) => new MathView(node),
            mathBlock: (node) => new MathView(node),
            embed: (node) => new EmbedView(node),
          },
          handleClickOn: (_view, _at, node, nodeAt, event, isDirect) =>
            isDirect && event.button === 0 && node.type.name !== 'embed' && askAbout(editor, node.type.name, nodeAt),
        },
      }),
    ]
  },
})

/** `$x^2$`. `$5-$` and `$ 5$` are money. */
function mathRule(): InputRule {
  return new InputRule({
    find: /(?<![\\$\w])\$(?![\s$])([^$\n]{1,300})(?<![\s\\])\$$/,
    handler: ({ state, range, match }) => {
      const tex = match[1] ?? ''
      const type = state.schema.nodes['mathInline']
      if (type === undefined || /^[\d.,\s]*(?:[-–—/]|to|and)?$/u.test(tex)) return null
      if (state.doc.resolve(range.from).parent.type.spec.code === true) return null
      state.tr.replaceWith(range.from, range.to, type.create({ tex }))
    },
  })
}

/** `$$` and a space at the start of a paragraph: a formula of its own. */
function mathBlockRule(begin: () => void): InputRule {
  return new InputRule({
    find: /^\$\$\s$/,
    handler: ({ state, range }) => {
      state.tr.delete(range.from, range.to)
      // The rule's own transaction has to be through before the dialog looks.
      queueMicrotask(begin)
    },
  })
}
