import { docToJson } from '#shared/documents/text-in-doc.ts'
import * as Y from 'yjs'
import { isSameJson } from '#shared/kernel/same.ts'

/** All of a document that is the same everywhere once everyone has everything. */
export function printOf(doc: Y.Doc): string {
  const vector = [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b)
  return JSON.stringify([docToJson(doc), vector, doc.store.pendingStructs === null], joined)
}

/**
 * Two runs of text under the same marks are one: where marks were put and taken away again, Yjs
 * tidies up on one replica and not yet on another.
 */
function joined(_key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const runs: unknown[] = []
  for (const each of value as readonly unknown[]) {
    const last = runs.at(-1)
    if (isText(each) && isText(last) && isSameJson(each.marks, last.marks)) runs[runs.length - 1] = { ...last, text: last.text + each.text }
    else runs.push(each)
  }
  return runs
}

function isText(node: unknown): node is { readonly type: 'text'; readonly text: string; readonly marks?: unknown } {
  return typeof node === 'object' && node !== null && 'text' in node && typeof node.text === 'string'
}
