import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'

/**
 * What signs have become while they were typed can be taken back by Backspace, once, right after.
 * Tiptap forgets it as soon as another plugin adds to the same change (a new block gets its name at
 * once); here all that was done for one key is taken back together.
 */
type Done = { readonly transactions: readonly Transaction[]; readonly from: number; readonly to: number; readonly text: string }
type Rule = { readonly transform: Transaction; readonly from: number; readonly to: number; readonly text: string }

const key = new PluginKey<Done | null>('undoRule')

export const undoRulePlugin = (): Plugin =>
  new Plugin<Done | null>({
    key,
    state: {
      init: () => null,
      apply: (transaction, before, old) => {
        const rules = old.plugins.filter(({ spec }) => Reflect.get(spec, 'isInputRules') === true)
        const rule = rules.map((plugin): unknown => transaction.getMeta(plugin)).find(isRule)
        if (rule !== undefined) return { transactions: [transaction], from: rule.from, to: rule.to, text: rule.text }
        if (before !== null && transaction.docChanged && transaction.getMeta('appendedTransaction') !== undefined)
          return { ...before, transactions: [...before.transactions, transaction] }
        return transaction.docChanged || transaction.selectionSet ? null : before
      },
    },
  })

function isRule(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && 'transform' in value && 'text' in value
}

/** `false` when nothing was made of signs just now. */
export function undoRule({ state, view }: Editor): boolean {
  const done = key.getState(state) ?? null
  if (done === null) return false
  const { tr, schema } = state
  for (const { steps, docs } of done.transactions.toReversed()) {
    for (let at = steps.length - 1; at >= 0; at--) {
      const [step, doc] = [steps[at], docs[at]]
      if (step !== undefined && doc !== undefined) tr.step(step.invert(doc))
    }
  }
  // Enter has made something too; what it would have done else is not done instead.
  if (done.text !== '' && done.text !== '\n') {
    tr.replaceWith(done.from, done.to, schema.text(done.text, tr.doc.resolve(done.from).marks()))
    tr.setSelection(TextSelection.near(tr.doc.resolve(done.from + done.text.length), -1))
  }
  view.dispatch(tr.scrollIntoView())
  return true
}
