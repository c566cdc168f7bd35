import { Fragment } from '@tiptap/pm/model'
import type { Attrs, Mark, Node, NodeType, Schema } from '@tiptap/pm/model'
import { isNodeName, nodeRules } from '#shared/text/nodes.ts'
import { read } from './sources.ts'

/**
 * Two authors who were apart can leave an element as neither of them wrote it: a list whose last
 * item each of them took another of, a task whose first paragraph is gone. The binding asks the
 * schema for the node, and deletes the element, words and all, when it refuses. So this schema's
 * `node` does not refuse what can be made whole: it fills what is missing, and wraps words that
 * stand where paragraphs must. For editing the schema is as strict as before. Refused, and so
 * deleted, is only what no text may hold.
 */
export function makeTolerant(schema: Schema): void {
  const strict = schema.node.bind(schema)
  schema.node = (type, attrs, content, marks) => {
    try {
      return strict(type, attrs, content, marks)
    } catch (error) {
      const nodeType = typeof type === 'string' ? schema.nodes[type] : type
      const whole = nodeType === undefined ? null : made(nodeType, attrs ?? {}, Fragment.from(content), marks)
      if (whole === null) throw error
      return whole
    }
  }
}

function made(type: NodeType, attrs: Attrs, content: Fragment, marks: readonly Mark[] | undefined): Node | null {
  if (!isNodeName(type.name) || type.isLeaf) return null
  const known = read(nodeRules[type.name].attrs, attrs)
  if (known === false) return null
  const id: unknown = attrs['id']
  const kept = typeof id === 'string' && 'id' in known && nodeRules.paragraph.attrs['id']?.read(id) !== undefined ? { ...known, id } : known
  return type.createAndFill(kept, fitting(type, content), marks)
}

/**
 * The children in an order and number that the type takes; inline ones wrapped, what fits nowhere
 * left out.
 */
function fitting(type: NodeType, content: Fragment): Fragment {
  const { paragraph } = type.schema.nodes
  const fit: Node[] = []
  let match = type.contentMatch
  const add = (node: Node): boolean => {
    const filler = match.fillBefore(Fragment.from(node))
    if (filler === null) return false
    const next = match.matchFragment(filler)?.matchType(node.type)
    if (next === null || next === undefined) return false
    fit.push(...filler.content, node)
    match = next
    return true
  }
  content.forEach((node) => {
    if (type.inlineContent) {
      // Text in code bears no marks.
      if (node.isInline) add(type.allowsMarks(node.marks) ? node : node.mark(type.allowedMarks(node.marks)))
      else if (node.textContent !== '') add(type.schema.text(node.textContent))
      return
    }
    if (node.isInline && paragraph !== undefined) {
      const last = fit.at(-1)
      if (last?.type === paragraph && !content.content.includes(last)) fit[fit.length - 1] = last.copy(last.content.addToEnd(node))
      else add(paragraph.create(null, node))
      return
    }
    add(node)
  })
  return Fragment.from(fit)
}
