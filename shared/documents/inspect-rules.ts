import { isMarkName, isNodeName, markRules, nodeRules, type AttrRule } from '../text/nodes.ts'
import { bodyFragment, notebookPlaces, type Room } from './rooms.ts'

/**
 * Whether a struct is an entry of a map (an attribute, a field), rather than part of a sequence.
 */
export type IsEntry = 'yes' | 'no' | 'perhaps'

/**
 * What the parts of an update may be, for each kind of room. A value of an attribute is a string,
 * number, boolean or null, nothing nested.
 */
export interface ContentRules {
  /**
   * Whether a shared type of this name may be written to; `key` is the entry's name where it is a
   * map.
   */
  root(name: string, key: string | null): boolean
  /** Whether an entry (an attribute, a field) may have this name. */
  key(name: string): boolean
  /** `key` is `null` where only the whole document could tell it: then any entry's rule will do. */
  entry(key: string | null, value: unknown): boolean
  /** Types of shared types, by Yjs' numbers; for elements their name. */
  type(ref: number, name: string | null, isEntry: IsEntry): boolean
  format(key: string, value: unknown): boolean
}

export const typeRefs = { map: 1, text: 2, element: 3, hook: 5, xmlText: 6 } as const

/**
 * Of attributes and names that can stand in a text; an update with longer ones is refused unread.
 */
export const maxValueBytes = 64_000
export const maxNameBytes = 200
/** A link's address may have 2,048 characters, and JSON may spell each with six. */
export const maxFormatBytes = 16_000

const rulesByAttr: ReadonlyMap<string, readonly AttrRule[]> = (() => {
  const found = new Map<string, AttrRule[]>()
  for (const [node, { attrs }] of Object.entries(nodeRules)) {
    // The root has no attributes in Yjs.
    if (node !== 'doc') for (const [name, rule] of Object.entries(attrs)) found.set(name, [...(found.get(name) ?? []), rule])
  }
  return found
})()

/** y-tiptap names a mark that may overlap itself by its name and eight characters of a hash. */
const hashedMark = /^(.*)--[a-zA-Z0-9+/=]{8}$/

/** The mark that a format's key stands for. */
export function markOfFormat(key: string): string {
  return hashedMark.exec(key)?.[1] ?? key
}

const passes = (rule: AttrRule, value: unknown): boolean => rule.read(value) !== undefined

const post: ContentRules = {
  root: (name, key) => name === bodyFragment && key === null,
  key: (name) => rulesByAttr.has(name),
  entry(key, value) {
    if (key !== null) return rulesByAttr.get(key)?.some((rule) => passes(rule, value)) === true
    for (const rules of rulesByAttr.values()) if (rules.some((rule) => passes(rule, value))) return true
    return false
  },
  type(ref, name, isEntry) {
    if (isEntry === 'yes') return false
    if (ref === typeRefs.xmlText) return true
    return ref === typeRefs.element && name !== null && isNodeName(name) && name !== 'doc' && name !== 'text'
  },
  format(key, value) {
    const mark = markOfFormat(key)
    if (!isMarkName(mark)) return false
    // A mark ends with null.
    if (value === null) return true
    if (typeof value !== 'object' || Array.isArray(value)) return false
    const rules = markRules[mark]
    const given = Object.entries(value)
    if (given.some(([name]) => !Object.hasOwn(rules, name))) return false
    const values = new Map<string, unknown>(given)
    return Object.entries(rules).every(([name, rule]) => (values.has(name) ? passes(rule, values.get(name)) : rule.fallback !== undefined))
  },
}

const placeName = /^[a-z]{1,20}(:[0-9a-z]{0,40}){1,2}$/
const fieldName = /^[a-z][a-zA-Z]{0,39}$/

const notebook: ContentRules = {
  root: (name, key) => name === notebookPlaces && key !== null && placeName.test(key),
  key: (name) => placeName.test(name) || fieldName.test(name),
  entry: (key, value) => (key === null || key === 'at') && typeof value === 'number' && Number.isFinite(value),
  type: (ref, _name, isEntry) => isEntry !== 'no' && (ref === typeRefs.map || ref === typeRefs.text),
  format: () => false,
}

export const contentRules: Readonly<Record<Room['kind'], ContentRules>> = { post, notebook }
