import { Extension, InputRule, markInputRule, nodeInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import { isSafeUrl } from '#shared/text/url.ts'
import { tabInTable } from '../nodes/table-actions.ts'
import { tickTask } from '../nodes/task-actions.ts'
import { insertNote } from './footnotes.ts'
import { smartSignRules } from './smart-signs.ts'
import { undoRule, undoRulePlugin } from './undo-rule.ts'

export type KeyPorts = {
  /** Ctrl+S: everything is kept already; the page says so. */
  readonly onSave: () => void
  readonly onLink: () => void
  /** Alt+F10, the key that leads to a toolbar. */
  readonly onToolbar: () => void
}

const listItems = ['listItem', 'taskItem'] as const
const boxes: readonly string[] = ['blockquote', 'spoiler', 'details', 'machineText']

/** Keys and what Markdown signs become while they are typed. */
export const WritingKeys = Extension.create<{ ports: KeyPorts | null }>({
  name: 'writingKeys',
  addOptions: () => ({ ports: null }),
  addStorage: () => ({ isLeaving: false }),
  addKeyboardShortcuts() {
    const { editor, storage } = this
    const { ports } = this.options
    const command = (run: () => boolean) => () => {
      run()
      return true // Ours, also where it cannot be done: the browser would do something else.
    }
    return {
      'Mod-b': command(() => editor.commands.toggleMark('bold')),
      'Mod-i': command(() => editor.commands.toggleMark('italic')),
      'Mod-e': command(() => editor.commands.toggleMark('code')),
      'Mod-Shift-h': command(() => editor.commands.toggleMark('highlight')),
      'Mod-Shift-x': command(() => editor.commands.toggleMark('strike')),
      'Mod-,': command(() => editor.commands.toggleMark('subscript')),
      'Mod-.': command(() => editor.commands.toggleMark('superscript')),
      'Mod-Alt-0': command(() => editor.commands.setNode('paragraph')),
      'Mod-Alt-2': command(() => toggleHeading(editor, 2)),
      'Mod-Alt-3': command(() => toggleHeading(editor, 3)),
      'Mod-Alt-4': command(() => toggleHeading(editor, 4)),
      'Mod-Shift-7': command(() => editor.commands.toggleList('orderedList', 'listItem')),
      'Mod-Shift-8': command(() => editor.commands.toggleList('bulletList', 'listItem')),
      'Mod-Shift-b': command(() => editor.commands.toggleWrap('blockquote')),
      'Mod-k': command(() => (ports?.onLink(), true)),
      'Mod-s': command(() => (ports?.onSave(), true)),
      'Alt-F10': command(() => (ports?.onToolbar(), true)),
      'Shift-Enter': () => editor.commands.first([() => editor.commands.newlineInCode(), () => insertBreak(editor)]),
      Enter: () => leaveCaption(editor) || (!isInCode(editor) && listItems.some((item) => editor.commands.splitListItem(item))),
      Tab: () => {
        // Escape, then Tab leaves the text; in a list Tab alone moves an item to the right.
        if (storage.isLeaving) return false
        if (tabInTable(editor, 1)) return true
        return listItems.some((item) => editor.isActive(item) && (editor.commands.sinkListItem(item), true))
      },
      'Shift-Tab': () => {
        if (storage.isLeaving) return false
        if (tabInTable(editor, -1)) return true
        return listItems.some((item) => editor.isActive(item) && (editor.commands.liftListItem(item), true))
      },
      Escape: () => {
        storage.isLeaving = true
        return false
      },
      ArrowDown: () => leaveCode(editor),
      Backspace: () => liftAtStart(editor),
    }
  },
  addProseMirrorPlugins: () => [undoRulePlugin()],
  onTransaction({ transaction }) {
    if (transaction.docChanged || transaction.selectionSet) this.storage.isLeaving = false
  },
  addInputRules() {
    const { editor } = this
    const node = (name: string): NodeType => {
      const type = editor.schema.nodes[name]
      if (type === undefined) throw new Error(`no node ${name}`)
      return type
    }
    const mark = (name: string, find: RegExp): InputRule => {
      const type = editor.schema.marks[name]
      if (type === undefined) throw new Error(`no mark ${name}`)
      return markInputRule({ find, type })
    }
    return [
      // `#` is the title's level in a file: here it makes the highest heading there is.
      ...[
        [/^#{1,2}\s$/, 2],
        [/^###\s$/, 3],
        [/^#{4,6}\s$/, 4],
      ].map(([find, level]) =>
        textblockTypeInputRule({ find: find instanceof RegExp ? find : /$^/, type: node('heading'), getAttributes: () => ({ level }) }),
      ),
      wrappingInputRule({ find: /^\s*[-+*]\s$/, type: node('bulletList') }),
      wrappingInputRule({
        find: /^(\d{1,9})[.)]\s$/,
        type: node('orderedList'),
        getAttributes: (match) => ({ start: Number(match[1]) }),
        joinPredicate: (match, list) => list.childCount + Number(list.attrs['start']) === Number(match[1]),
      }),
      wrappingInputRule({ find: /^\s*>\s$/, type: node('blockquote') }),
      textblockTypeInputRule({
        find: /^(?:```|~~~)([\w+#.-]{1,40})?\s$/,
        type: node('codeBlock'),
        getAttributes: (match) => ({ language: match[1] ?? null }),
      }),
      nodeInputRule({ find: /^(?:---|—-|\*\*\*|___)\s?$/, type: node('horizontalRule') }),
      // What stands before the sign is looked at only: the rule takes away all that it matches.
      mark('bold', /(?<![*\w])\*\*(?![\s*])([^*]+)(?<!\s)\*\*$/),
      mark('bold', /(?<![_\w])__(?![\s_])([^_]+)(?<!\s)__$/),
      mark('italic', /(?<![*\w])\*(?![\s*])([^*]+)(?<!\s)\*$/),
      mark('italic', /(?<![_\w])_(?![\s_])([^_]+)(?<!\s)_$/),
      mark('strike', /(?<![~\w])~~(?![\s~])([^~]+)(?<!\s)~~$/),
      mark('highlight', /(?<![=\w])==(?![\s=])([^=]+)(?<!\s)==$/),
      mark('code', /(?<!`)`(?![\s`])([^`]+)`$/),
      taskRule(editor),
      linkRule(),
      addressRule(),
      mathLineRule(),
      noteRule(editor),
      ...smartSignRules(editor),
    ]
  },
})

/** `[ ]` or `[x]` and a space at the start of a paragraph or item: a task. */
function taskRule(editor: Editor): InputRule {
  return new InputRule({
    find: /^\[([ xX])\]\s$/,
    handler: ({ state, range, match }) => {
      if (state.doc.resolve(range.from).parent.type.name !== 'paragraph' || editor.isActive('taskItem')) return null
      if (!editor.can().toggleList('taskList', 'taskItem')) return null
      state.tr.delete(range.from, range.to)
      const isDone = match[1] !== ' '
      // The rule's own transaction has to be through before the next one is made.
      queueMicrotask(() => {
        editor.commands.toggleList('taskList', 'taskItem')
        if (isDone) tickTask(editor)
      })
    },
  })
}

/** `[words](address)` */
function linkRule(): InputRule {
  return new InputRule({
    // Behind an exclamation mark it is a picture's, which has a tool of its own.
    find: /(?<!!)\[([^[\]]{1,500})\]\(([^()\s]{1,2000})\)$/,
    handler: ({ state, range, match }) => {
      const [, words = '', href = ''] = match
      const type = state.schema.marks['link']
      if (type === undefined || !isSafeUrl(href)) return null
      const marks = [...state.doc.resolve(range.from).marks(), type.create({ href })]
      state.tr.replaceWith(range.from, range.to, state.schema.text(words, marks)).removeStoredMark(type)
    },
  })
}

/** An address and a space: a link to it. */
function addressRule(): InputRule {
  return new InputRule({
    find: /(?<=^|[\s(])(https?:\/\/[^\s<>"]{1,400}[^\s<>"'’”.,;:!?)\]}])\s$/u,
    handler: ({ state, range, match }) => {
      const href = match[1] ?? ''
      const type = state.schema.marks['link']
      // The space is not in the text yet.
      const end = range.from + href.length
      if (type === undefined || !isSafeUrl(href) || state.doc.rangeHasMark(range.from, end, type)) return null
      state.tr.addMark(range.from, end, type.create({ href })).insertText(match[0].slice(href.length), range.to)
      state.tr.removeMark(end, state.tr.selection.from, type).removeStoredMark(type)
    },
  })
}

/**
 * `$$x$$` as a line of its own: a formula. Those in a line, and the dialog, are in
 * nodes/node-views.ts.
 */
function mathLineRule(): InputRule {
  return new InputRule({
    find: /^\$\$([^$]{1,500})\$\$$/u,
    handler: ({ state, range, match }) => {
      const tex = (match[1] ?? '').trim()
      const $from = state.doc.resolve(range.from)
      const type = state.schema.nodes['mathBlock']
      if (type === undefined || tex === '' || $from.parent.type.name !== 'paragraph') return null
      if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), type)) return null
      state.tr.delete(range.from, range.to).insert($from.before(), type.create({ tex }))
    },
  })
}

/** `[^` and a bracket that closes it: a note. */
function noteRule(editor: Editor): InputRule {
  return new InputRule({
    find: /\[\^[\p{L}\p{N}_.-]{0,64}\]$/u,
    handler: ({ state, range }) => {
      state.tr.delete(range.from, range.to)
      // The rule's own transaction has to be through before the next one is made.
      queueMicrotask(() => insertNote(editor))
    },
  })
}

export function toggleHeading(editor: Editor, level: 2 | 3 | 4): boolean {
  return editor.isActive('heading', { level }) ? editor.commands.setNode('paragraph') : editor.commands.setNode('heading', { level })
}

function insertBreak(editor: Editor): boolean {
  const { schema, selection, tr } = editor.state
  const type = schema.nodes['hardBreak']
  if (type === undefined || !selection.$from.parent.inlineContent || selection.$from.parent.type.spec.code === true) return false
  editor.view.dispatch(tr.replaceSelectionWith(type.create(), true).scrollIntoView())
  return true
}

const isInCode = (editor: Editor): boolean => editor.state.selection.$from.parent.type.spec.code === true

/** A caption is one line: Enter goes on below the picture. */
function leaveCaption(editor: Editor): boolean {
  const { $from } = editor.state.selection
  if ($from.parent.type.name !== 'figcaption') return false
  const after = $from.after($from.depth - 1)
  const next = editor.state.doc.nodeAt(after)
  if (next?.type.name === 'paragraph' && next.content.size === 0) return editor.commands.setTextSelection(after + 1)
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .run()
}

/** At the end of the text in a code block, the arrow leads out of it. */
function leaveCode(editor: Editor): boolean {
  const { selection, doc } = editor.state
  const { $from, empty } = selection
  if (!empty || $from.parent.type.spec.code !== true || $from.parentOffset < $from.parent.content.size) return false
  const after = $from.after()
  const next = doc.resolve(after).nodeAfter
  return next === null || next.type.name === 'footnotes' ? editor.commands.exitCode() : false
}

/**
 * At the start of a heading, a code block, an item, a quotation or a box, Backspace makes it a
 * plain paragraph first.
 */
function liftAtStart(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.parentOffset > 0) return false
  const { name } = $from.parent.type
  if (undoRule(editor)) return true
  if (name === 'heading' || (name === 'codeBlock' && $from.parent.content.size === 0)) return editor.commands.setNode('paragraph')
  const around = $from.depth > 1 ? $from.node(-1).type.name : ''
  if (around === 'listItem' || around === 'taskItem') return $from.index(-1) === 0 && editor.commands.liftListItem(around)
  if (boxes.includes(around)) return $from.index(-1) === 0 && editor.commands.lift(around)
  return false
}
