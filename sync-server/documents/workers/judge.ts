import * as Y from 'yjs'
import { bodyFragment, notebookPlaces } from '#shared/documents/rooms.ts'
import { checkedText, docToJson } from '#shared/documents/text-in-doc.ts'
import { maxCharacters, maxDepth, maxNodes } from '#shared/text/check.ts'

export interface Judged {
  /** Why no editor should open it; `null` when nothing speaks against it. */
  readonly fault: 'too-deep' | 'too-many-nodes' | 'too-long' | 'schema' | null
  /** Of elements and texts in each other, as far as was looked. */
  readonly depth: number
  /** Elements, and pieces of text with the same marks. */
  readonly nodes: number
  readonly characters: number
}

/**
 * Whether the text of a post's document can be kept as a revision. Walks it with a stack of its own
 * and stops at the first fault; only then is it read as settling reads it, since mending adds what
 * a torn text lacks.
 */
export function judgeDocument(ydoc: Y.Doc): Judged {
  const judged = walked(ydoc)
  if (judged.fault !== null) return judged
  const checked = checkedText(ydoc)
  if (checked.ok || !isTooMuch(checked.reason)) return judged
  return { ...judged, fault: checked.reason }
}

function isTooMuch(reason: string): reason is 'too-deep' | 'too-many-nodes' | 'too-long' {
  return reason === 'too-deep' || reason === 'too-many-nodes' || reason === 'too-long'
}

/** Elements and texts alone may stand in it. */
function walked(ydoc: Y.Doc): Judged {
  const open: { readonly parent: Y.XmlFragment; readonly depth: number }[] = [{ parent: ydoc.getXmlFragment(bodyFragment), depth: 0 }]
  let [depth, nodes, characters] = [0, 0, 0]
  const found = (fault: Judged['fault']): Judged => ({ fault, depth, nodes, characters })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children: readonly unknown[] = next.parent.toArray()
    for (const child of children) {
      if (child instanceof Y.XmlElement) {
        nodes += 1
        characters += attributeCharacters(child)
        depth = Math.max(depth, next.depth + 1)
        // The check counts the root as the first.
        if (depth >= maxDepth) return found('too-deep')
        if (nodes > maxNodes) return found('too-many-nodes')
        open.push({ parent: child, depth: next.depth + 1 })
      } else if (child instanceof Y.XmlText) {
        for (const { insert } of child.toDelta() as readonly { readonly insert: unknown }[]) {
          if (typeof insert !== 'string') return found('schema')
          nodes += 1
          depth = Math.max(depth, next.depth + 1)
          characters += insert.length
        }
        // Text in an element counts as one deeper.
        if (depth >= maxDepth) return found('too-deep')
        if (nodes > maxNodes) return found('too-many-nodes')
        if (characters > maxCharacters.essay) return found('too-long')
      } else return found('schema')
    }
  }
  return found(null)
}

function attributeCharacters(element: Y.XmlElement): number {
  return Object.values(element.getAttributes()).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

/** Equal where two documents say the same, be they posts or notebooks. */
export function printOfDocument(ydoc: Y.Doc): string {
  const places = [...ydoc.getMap(notebookPlaces)].map(([place, fields]): unknown => [
    place,
    fields instanceof Y.Map ? [...fields].map(([name, value]) => [name, value instanceof Y.Text ? value.toString() : value]).sort() : null,
  ])
  return JSON.stringify([docToJson(ydoc), places.sort()])
}
