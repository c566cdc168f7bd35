import type * as Y from 'yjs'
import { checkDoc, type Checked } from '../text/check.ts'
import { bodyFragment } from './rooms.ts'
import { mended } from './text-in-doc-mend.ts'
import { readFragment, slotToJson } from './text-in-doc-slots.ts'

/**
 * The text in a post's document, as ProseMirror JSON by y-tiptap's mapping, unchecked. Holds known
 * attributes only; nothing that a document may hold makes it fail: of one that is deeper or longer
 * than a text may be it holds enough for the check to refuse it.
 */
export function docToJson(ydoc: Y.Doc): unknown {
  const { slots } = readFragment(ydoc.getXmlFragment(bodyFragment))
  const content = slots.flatMap(slotToJson)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/**
 * The same as a checked text in canonical form; of an empty document an empty paragraph. What
 * authors who were apart have made together, and is no text as it stands, is mended. Refused is
 * only what is too deep or too long.
 */
export function checkedText(ydoc: Y.Doc): Checked {
  const checked = checkDoc(docToJson(ydoc), 'essay')
  if (checked.ok) return checked
  const { slots, isWhole } = readFragment(ydoc.getXmlFragment(bodyFragment))
  return isWhole ? checkDoc({ type: 'doc', content: mended(slots) }, 'essay') : checked
}
