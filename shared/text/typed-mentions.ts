import { childrenOf, type Doc, type DocNode } from './nodes.ts'

/**
 * `@name` as it is typed, in text that was written in an editor, as Markdown or by a program alike:
 * where it stands, and what it becomes. Code, links, and all that is part of an address stay as
 * they are.
 */
export const typedMentionLimits = { names: 50, mentions: 200 } as const

/**
 * Whose mention a typed name is: the last part of the member's address, or `undefined` for
 * nobody's. Names in lower case.
 */
export type FindSlug = (name: string) => string | undefined

/** An address, which is passed over whole, or a name. */
const addressOrName = /(?::\/\/|\bwww\.)\S+|[@＠]([\p{L}\p{M}\p{N}_-]{1,120})/giu
/**
 * A name begins where a word may: not within one, nor in an email address or a path. Scripts
 * without spaces have no such place.
 */
const wordBefore = /[\p{L}\p{M}\p{N}_@＠./=&#?%+~$\\-]$/u
const cjk =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
const withoutSpacesBefore = new RegExp(`[${cjk}]$`, 'u')
const withoutSpacesAfter = new RegExp(`^[${cjk}]`, 'u')
/** `@name@elsewhere`, `@scope/package` and `@name.example` name something that is not here. */
const elsewhere = /^(?:[@＠]|[./\\][\p{L}\p{N}])/u
const wordGoesOn = /^[\p{L}\p{M}\p{N}]/u

/**
 * The names after `@` in a text, in lower case and NFC, each once, in order of reading; at most 50.
 */
export function typedNames(doc: Doc): readonly string[] {
  const names = new Set<string>()
  replaced(doc, (name) => {
    if (names.size < typedMentionLimits.names) names.add(name)
    return undefined
  })
  return [...names]
}

/**
 * The text with a mention for every typed name that `slugOf` knows, at most 200; the same object
 * where there is none. The words stay as typed.
 */
export function withTypedMentions(doc: Doc, slugOf: FindSlug): Doc {
  return replaced(doc, slugOf)
}

function replaced(doc: Doc, slugOf: FindSlug): Doc {
  let left: number = typedMentionLimits.mentions
  const within = (node: DocNode): DocNode => {
    if (node.type === 'codeBlock' || node.content === undefined) return node
    const content = node.content.flatMap((child, index, all) => (child.text === undefined ? within(child) : inText(child, all, index)))
    return content.length === node.content.length && content.every((child, index) => child === node.content?.[index])
      ? node
      : { ...node, content }
  }
  const inText = (node: DocNode, all: readonly DocNode[], index: number): DocNode | readonly DocNode[] => {
    const { text = '', marks = [] } = node
    if (!/[@＠]/u.test(text) || marks.some(({ type }) => type === 'link' || type === 'code')) return node
    const [before, after] = [all[index - 1]?.text ?? '', all[index + 1]?.text ?? '']
    const parts: DocNode[] = []
    let from = 0
    const words = (until: number): void => {
      if (until > from) parts.push({ ...node, text: text.slice(from, until) })
    }
    for (const found of text.matchAll(addressOrName)) {
      const { 1: run, index: at } = found
      const ahead = (at < 2 ? before.slice(-2) : '') + text.slice(Math.max(0, at - 2), at)
      if (run === undefined || left === 0 || (wordBefore.test(ahead) && !withoutSpacesBefore.test(ahead))) continue
      for (const name of namesIn(run)) {
        const end = at + 1 + name.length
        const rest = text.slice(end, end + 4) + after.slice(0, 4)
        if (elsewhere.test(rest) || (wordGoesOn.test(rest) && !(isLatin.test(name) && withoutSpacesAfter.test(rest)))) continue
        const slug = slugOf(name.normalize('NFC').toLowerCase())
        if (slug === undefined) continue
        words(at)
        left -= 1
        parts.push({ type: 'mention', attrs: { kind: 'member', id: slug, label: name }, ...(marks.length > 0 && { marks }) })
        from = end
        break
      }
    }
    if (from === 0) return node
    words(text.length)
    return parts
  }
  const content = doc.content.map(within)
  return content.every((block, index) => block === doc.content[index]) ? doc : { ...doc, content }
}

const isLatin = /^[\w-]+$/u

/**
 * What of a run of letters may be the name: all of it, without the dash that ends it, or its
 * beginning where another script goes on ("@adaさん").
 */
function namesIn(run: string): readonly string[] {
  const latin = /^[\w-]+/u.exec(run)?.[0] ?? ''
  return [...new Set([run, run.replace(/[_-]+$/u, ''), latin])].filter((name) => /[\p{L}\p{N}]/u.test(name))
}

/** Whether anything in the text can be a typed name: most texts have no `@`. */
export function hasTypedNames(doc: Doc): boolean {
  const has = (node: DocNode): boolean => (node.text === undefined ? childrenOf(node).some(has) : /[@＠]/u.test(node.text))
  return doc.content.some(has)
}
