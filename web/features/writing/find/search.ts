import type { Node } from '@tiptap/pm/model'
import { compilePattern, maxWork, type Work } from './pattern.ts'
import { PatternError } from './pattern-program.ts'

/**
 * Finds words in a text. Each block is looked through once and remembered as long as it is the same
 * object, so that after a key only the block that changed is looked through again. Nothing that is
 * no text (formulas, notes, mentions) is ever part of what is found.
 */
export type FindOptions = {
  readonly query: string
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
  readonly isPattern: boolean
}
export type Match = { readonly from: number; readonly to: number; readonly groups: readonly (string | undefined)[] }
export type Search = {
  /** Positions in the document, in order; at most `maxMatches`. */
  readonly matches: readonly Match[]
  readonly hasMore: boolean
  /** What is wrong with the pattern, for people; `null` usually. */
  readonly problem: string | null
}

export const maxMatches = 5_000
const atom = '\uFFFC'
const nothing: Search = { matches: [], hasMore: false, problem: null }

/** A search for one query; ask it again for each state of the text. */
export function makeSearch(options: FindOptions): (doc: Node) => Search {
  if (options.query === '') return () => nothing
  const find = finder(options)
  if (typeof find === 'string') return () => ({ ...nothing, problem: find })
  const byBlock = new WeakMap<Node, readonly Match[]>()
  return (doc) => {
    const matches: Match[] = []
    const work = { left: maxWork }
    try {
      for (let index = 0, at = 0; index < doc.childCount; index++) {
        const block = doc.child(index)
        const found = byBlock.get(block) ?? matchesIn(block, find, work)
        byBlock.set(block, found)
        for (const { from, to, groups } of found) {
          if (matches.length === maxMatches) return { matches, hasMore: true, problem: null }
          matches.push({ from: at + from, to: at + to, groups })
        }
        at += block.nodeSize
      }
    } catch (error) {
      if (error instanceof PatternError) return { ...nothing, problem: error.message }
      throw error
    }
    return { matches, hasMore: false, problem: null }
  }
}

type Finder = (text: string, work: Work) => readonly Match[]

/** Counted from where the block begins. */
function matchesIn(block: Node, find: Finder, work: Work): readonly Match[] {
  const matches: Match[] = []
  const look = (textblock: Node, start: number): void => {
    const text = textblock.textBetween(0, textblock.content.size, undefined, atom)
    for (const match of find(text, work)) {
      if (text.slice(match.from, match.to).includes(atom)) continue
      matches.push({ ...match, from: start + match.from, to: start + match.to })
    }
  }
  if (block.isTextblock) look(block, 1)
  else if (!block.isAtom) {
    block.descendants((node, at) => {
      if (node.isTextblock) look(node, at + 2)
      return !node.isTextblock && !node.isAtom
    })
  }
  return matches
}

/** What is wrong with the query is said in words. */
function finder({ query, isCaseSensitive, isWholeWord, isPattern }: FindOptions): Finder | string {
  try {
    if (isPattern) return compilePattern(isWholeWord ? `\\b(?:${query})\\b` : query, isCaseSensitive)
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
  const edge = ['(?<![\\p{L}\\p{N}\\p{M}_])', '(?![\\p{L}\\p{N}\\p{M}_])']
  const words = query.replaceAll(atom, '')
  if (words === '') return () => []
  const loose = words.replace(unit, (sign) => looseSign(sign, isCaseSensitive))
  const expression = new RegExp(isWholeWord ? `${edge[0]}${loose}${edge[1]}` : loose, isCaseSensitive ? 'gu' : 'giu')
  return (text) =>
    [...text.matchAll(expression)].map((found) => ({ from: found.index, to: found.index + found[0].length, groups: [found[0]] }))
}

/** A character with the marks on it, or a letter that has another length in capitals, as one. */
const unit = /(?:ss|[^])\p{M}*/giu
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')

/**
 * What a typed character finds: a straight sign curved ones, a space every other kind of space, é
 * the letter with its accent as two characters, and ß, where case is of no matter, SS and ẞ too,
 * which no regular expression's flag folds because their lengths differ.
 */
function looseSign(sign: string, isCaseSensitive: boolean): string {
  if (sign === "'") return "['‘’‚‛]"
  if (sign === '"') return '["“”„«»]'
  if (/^\s$/u.test(sign)) return '\\s'
  if (!isCaseSensitive && /^(?:ss|ß)$/iu.test(sign)) return '(?:ss|ß)'
  const forms = [...new Set([sign.normalize('NFC'), sign.normalize('NFD')])].map(escaped)
  return forms.length === 1 ? (forms[0] ?? '') : `(?:${forms.join('|')})`
}

/**
 * What is put in the place of a match: in patterns `$1` is what the first brackets matched, `$0` or
 * `$&` all of it, `$$` a dollar.
 */
export function replacementFor(match: Match, replacement: string, isPattern: boolean): string {
  if (!isPattern) return replacement
  return replacement.replace(/\$(\d{1,2}|[&$])/gu, (sign, name: string) => {
    if (name === '$') return '$'
    const number = name === '&' ? 0 : Number(name)
    return number < match.groups.length ? (match.groups[number] ?? '') : sign
  })
}
