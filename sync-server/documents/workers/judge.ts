import * as Y from 'yjs'
import { bodyFragment, notebookPlaces } from '#shared/documents/rooms.ts'
import { docToJson } from '#shared/documents/text-in-doc.ts'
import { maxCharacters, maxDepth, maxNodes } from '#shared/text/check.ts'

export interface Judged {
  /** Why no editor should open it; `null` when nothing speaks against it. */
  readonly fault: 'too-deep' | 'too-many-nodes' | 'too-long' | 'schema' | null
  /** Of elements in each other, as far as was looked. */
  readonly depth: number
  readonly nodes: number
  readonly characters: number
}

/** Walks a post's document with a stack of its own and stops at the first fault. Elements and texts alone may stand in it. */
export function judgeDocument(ydoc: Y.Doc): Judged {
  const open: { readonly parent: Y.XmlFragment; readonly depth: number }[] = [{ parent: ydoc.getXmlFragment(bodyFragment), depth: 0 }]
  let [depth, nodes, characters] = [0, 0, 0]
  const found = (fault: Judged['fault']): Judged => ({ fault, depth, nodes, characters })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children: readonly unknown[] = next.parent.toArray()
    for (const child of children) {
      if (child instanceof Y.XmlElement) {
        nodes += 1
        depth = Math.max(depth, next.depth + 1)
        // The check counts the root as the first.
        if (depth >= maxDepth) return found('too-deep')
        if (nodes > maxNodes) return found('too-many-nodes')
        open.push({ parent: child, depth: next.depth + 1 })
      } else if (child instanceof Y.XmlText) {
        for (const { insert } of child.toDelta() as readonly { readonly insert: unknown }[]) {
          if (typeof insert !== 'string') return found('schema')
          characters += insert.length
        }
        if (characters > maxCharacters.essay) return found('too-long')
      } else return found('schema')
    }
  }
  return found(null)
}

/** Equal where two documents say the same, be they posts or notebooks. */
export function printOfDocument(ydoc: Y.Doc): string {
  const places = [...ydoc.getMap(notebookPlaces)].map(([place, fields]): unknown => [
    place,
    fields instanceof Y.Map ? [...fields].map(([name, value]) => [name, value instanceof Y.Text ? value.toString() : value]).sort() : null,
  ])
  return JSON.stringify([docToJson(ydoc), places.sort()])
}
