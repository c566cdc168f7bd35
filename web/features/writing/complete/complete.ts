import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { ToolPorts } from '../parts/tools.ts'
import type { InsertItem } from '../parts/insert-list.ts'
import { insertList } from '../parts/insert-list.ts'
import { isFromShared } from '../plugins/block-names.ts'
import type { Choice, Open } from './choices.ts'
import { choicesFor } from './choices.ts'
import { CompletionList } from './completion-list.ts'
import type { CompletionKind, Trigger } from './trigger.ts'
import { atomSign, longestTrigger, triggerIn } from './trigger.ts'

/**
 * The list that opens while one types `/` (blocks), `@` (members) or `[[` (posts), the last two
 * with pages of the wiki. It reads at most a hundred characters before the caret, and only of a
 * change made here; it never changes the text before something is chosen, so that a phone's
 * keyboard goes on composing. Escape closes it for good at that sign, which stays.
 */
export type CompletePorts = ToolPorts & {
  /** Members and posts that may be meant; told again when more are known. */
  readonly onAsk: (kind: 'member' | 'post', query: string, tell: (choices: readonly Choice[]) => void) => void
}

type Completion = {
  readonly open: Open | null
  /** Where a sign stands at which the list was closed. */
  readonly closedAt: number | null
}
type Known = Record<CompletionKind, readonly Choice[]>
type Action = { readonly select: number } | 'close' | 'known'

export const completionKey = new PluginKey<Completion>('complete')
const closed: Completion = { open: null, closedAt: null }

export const Complete = Extension.create<{ ports: CompletePorts | null; items: readonly InsertItem[] }>({
  name: 'complete',
  // Its keys go before all others while it is open.
  priority: 900,
  addOptions: () => ({ ports: null, items: insertList }),
  addProseMirrorPlugins() {
    const { editor } = this
    const { ports, items } = this.options
    const blocks = items.map((item): Choice => ({ kind: 'block', label: item.label, hint: '', words: item.words, item }))
    const known: Known = { block: blocks, member: [], post: [] }
    return [
      new Plugin<Completion>({
        key: completionKey,
        state: {
          init: () => closed,
          apply: (transaction, before, _old, state) => follow(transaction, before, state, known),
        },
        props: {
          handleKeyDown: (view, event) => {
            const open = completionKey.getState(view.state)?.open ?? null
            // What a keyboard composes is not finished: its Enter is its own.
            if (open === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
            return onKey(editor, event, open, ports)
          },
          handleDOMEvents: {
            blur: (view) => {
              if ((completionKey.getState(view.state)?.open ?? null) !== null) tell(editor, 'close')
              return false
            },
          },
          attributes: (state) => {
            const open = completionKey.getState(state)?.open ?? null
            return open === null || open.choices.length === 0 ? {} : CompletionList.attributes(open.selected)
          },
        },
        view: (view) => {
          const list = new CompletionList(view, (choice) => choose(editor, choice, ports))
          let asked = ''
          return {
            update: () => {
              const open = completionKey.getState(view.state)?.open ?? null
              list.show(open)
              const question = open === null || open.kind === 'block' ? '' : `${open.kind} ${open.query}`
              if (question === asked) return
              asked = question
              if (open === null || open.kind === 'block') return
              const { kind } = open
              ports?.onAsk(kind, open.query, (choices) => {
                if (known[kind] === choices) return
                known[kind] = choices
                if (!editor.isDestroyed && completionKey.getState(view.state)?.open?.kind === kind) tell(editor, 'known')
              })
            },
            destroy: () => list.destroy(),
          }
        },
      }),
    ]
  },
})

function tell(editor: Editor, action: Action): void {
  const { tr } = editor.state
  editor.view.dispatch(tr.setMeta(completionKey, action).setMeta('addToHistory', false))
}

function follow(transaction: Transaction, before: Completion, state: EditorState, known: Known): Completion {
  const action: Action | undefined = transaction.getMeta(completionKey)
  if (action === 'close') return { open: null, closedAt: before.open?.from ?? before.closedAt }
  if (typeof action === 'object') return before.open === null ? before : { ...before, open: { ...before.open, selected: action.select } }
  if (action === undefined && !transaction.docChanged && !transaction.selectionSet) return before
  const closedAt = before.closedAt === null ? null : transaction.mapping.map(before.closedAt, 1)
  const found = triggerAt(state)
  if (found === null) return before.open === null && closedAt === null ? closed : { open: null, closedAt: null }
  // It opens by typing only: not where the caret comes by, nor by what others write or what is
  // pasted.
  const isTyped =
    transaction.docChanged &&
    !isFromShared(transaction) &&
    transaction.getMeta('paste') !== true &&
    transaction.getMeta('appendedTransaction') === undefined
  if (found.from === closedAt || (before.open === null && !isTyped && action === undefined)) return { open: null, closedAt }
  const choices = choicesFor(known[found.kind], found.query)
  // Members and posts are asked for while it is open, so it stays open with none yet.
  if (choices.length === 0 && found.kind === 'block') return { open: null, closedAt: null }
  const isSame = before.open?.kind === found.kind && before.open.query === found.query
  return {
    open: { ...found, choices, selected: isSame ? Math.min(before.open.selected, Math.max(0, choices.length - 1)) : 0 },
    closedAt: null,
  }
}

/** The sign before the caret, and where it stands in the document. */
function triggerAt(state: EditorState): (Omit<Trigger, 'start'> & { readonly from: number; readonly to: number }) | null {
  const { selection } = state
  if (!(selection instanceof TextSelection) || !selection.empty) return null
  const { $from } = selection
  const { parent, parentOffset } = $from
  if (!parent.inlineContent || parent.type.spec.code === true || $from.marks().some(({ type }) => type.spec.code === true)) return null
  const begin = Math.max(0, parentOffset - longestTrigger)
  const found = triggerIn(parent.textBetween(begin, parentOffset, undefined, atomSign))
  if (found === null) return null
  if (found.kind === 'block' && !mayBecomeBlock(state)) return null
  const from = $from.start() + begin + found.start
  return { kind: found.kind, query: found.query, from, to: selection.from }
}

/** Blocks take the place of paragraphs, where other blocks may stand too. */
function mayBecomeBlock({ selection, schema }: EditorState): boolean {
  const { $from } = selection
  const heading = schema.nodes['heading']
  return $from.parent.type.name === 'paragraph' && heading !== undefined && $from.node(-1).type.contentMatch.matchType(heading) !== null
}

function onKey(editor: Editor, event: KeyboardEvent, open: Open, ports: CompletePorts | null): boolean {
  const { choices, selected } = open
  const choice = choices[selected]
  switch (event.key) {
    case 'Escape':
      tell(editor, 'close')
      return true
    case 'ArrowDown':
    case 'ArrowUp':
      if (choice === undefined) return false
      tell(editor, { select: (selected + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length })
      return true
    case 'Enter':
    case 'Tab':
      if (choice === undefined || event.shiftKey) return false
      choose(editor, choice, ports)
      return true
    default:
      return false
  }
}

function choose(editor: Editor, choice: Choice, ports: CompletePorts | null): void {
  const open = completionKey.getState(editor.state)?.open ?? null
  if (open === null) return
  if (choice.kind === 'block') {
    editor.view.dispatch(editor.state.tr.delete(open.from, open.to).setMeta(completionKey, 'close' satisfies Action))
    if (ports !== null) choice.item.run(editor, ports)
    return
  }
  editor.view.dispatch(mentioning(editor.state, open, choice).scrollIntoView())
  editor.view.focus()
}

/**
 * Puts a mention in the place of what was typed. A word that follows keeps apart from it; elsewhere
 * whoever writes sets the space.
 */
export function mentioning(
  state: EditorState,
  { from, to }: Pick<Open, 'from' | 'to'>,
  choice: Exclude<Choice, { kind: 'block' }>,
): Transaction {
  const { schema, tr, doc } = state
  const mention = schema.node('mention', { kind: choice.kind, id: choice.id, label: choice.label.slice(0, 300) })
  const isBeforeWord = /^[\p{L}\p{N}]$/u.test(doc.textBetween(to, Math.min(to + 1, doc.resolve(to).end())))
  tr.replaceWith(from, to, isBeforeWord ? [mention, schema.text(' ')] : [mention])
  return tr.setSelection(TextSelection.create(tr.doc, from + (isBeforeWord ? 2 : 1)))
}
