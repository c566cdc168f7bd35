import { checkedText } from './text-in-doc.ts'
import { writeText } from './text-in-doc-write.ts'
import type { Doc } from '../text/nodes.ts'
import * as Y from 'yjs'

/**
 * Two texts that were made of one: what each has changed, block by block and word by word. Done by
 * the same rules as everything that is written together: in a document of its own, in which both
 * changes are made apart from each other, and which nobody else ever sees.
 *
 * @throws RangeError when what comes out is no text: too long, or too deep.
 */
export function mergeTexts(base: Doc, mine: Doc, theirs: Doc): Doc {
  const [print, printMine, printTheirs] = [base, mine, theirs].map((doc) => JSON.stringify(doc))
  if (print === printTheirs) return mine
  if (print === printMine) return theirs
  const start = new Y.Doc()
  writeText(start, base, null)
  const common = Y.encodeStateAsUpdate(start)
  const apart = (doc: Doc): Y.Doc => {
    const made = new Y.Doc()
    Y.applyUpdate(made, common)
    writeText(made, doc, null)
    return made
  }
  const [here, there] = [apart(mine), apart(theirs)]
  Y.applyUpdate(here, Y.encodeStateAsUpdate(there))
  const merged = checkedText(here)
  if (!merged.ok) throw new RangeError(`${merged.reason} at ${merged.path}`)
  return merged.doc
}
