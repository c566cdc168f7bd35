import { Schema, type AttributeSpec, type MarkSpec, type NodeSpec } from '@tiptap/pm/model'
import { inlineNames, markNames, markRules, nodeRules, type AttrRule } from '../text/nodes.ts'

function attrsOf(rules: Readonly<Record<string, AttrRule>>): Record<string, AttributeSpec> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, { fallback }]): [string, AttributeSpec] => [
      name,
      fallback === undefined ? {} : { default: fallback },
    ]),
  )
}

const nodes: Record<string, NodeSpec> = Object.fromEntries(
  Object.entries(nodeRules).map(([name, rule]): [string, NodeSpec] => {
    if (name === 'text') return [name, { group: 'inline' }]
    const held = { leaf: '', code: 'text*', inline: 'inline*' }
    return [
      name,
      {
        content: typeof rule.content === 'string' ? held[rule.content] : `(${rule.content.join(' | ')})*`,
        attrs: attrsOf(rule.attrs),
        ...([...inlineNames].some((inline) => inline === name) ? { inline: true, group: 'inline' } : {}),
        ...(rule.content === 'code' ? { marks: '' } : {}),
      },
    ]
  }),
)
const marks: Record<string, MarkSpec> = Object.fromEntries(
  markNames.map((name): [string, MarkSpec] => [name, { attrs: attrsOf(markRules[name]) }]),
)

/**
 * An editor's schema of all that a text may hold, for tests of y-tiptap's mapping; the product's is
 * in web/.
 */
export const editorSchema = new Schema({ nodes, marks, topNode: 'doc' })
