/**
 * The search over what one device holds: the same words, queries and marks as on the server, ranked
 * by minisearch. It lives in a worker, in memory alone, and goes with it; the rows it was made from
 * stay where they are. It sees only what the device's permitted reader gave.
 */
import MiniSearch from 'minisearch'
import type { Query } from 'minisearch'
import { meets, marked, snippet } from '#shared/search/highlight.ts'
import type { SearchAsked, SearchKind } from '#shared/search/params.ts'
import { maxPages, parseSearchParams, quickHits, quickOrder, resultsPerPage, searchDates, searchKinds } from '#shared/search/params.ts'
import type { Phrase, SearchPlan } from '#shared/search/plan.ts'
import { planOf } from '#shared/search/plan.ts'
import { maxCounted } from '#shared/search/port.ts'
import { asksForSomething, nameKey, parseSearch } from '#shared/search/query.ts'
import { commentBoost, fieldWeights, postBoost, tagBoost, userBoost } from '#shared/search/ranking.ts'
import type { Hit } from '#shared/search/results.ts'
import { snippetCharacters } from '#shared/search/results.ts'
import type { SearchResults } from '#shared/search/search.ts'
import type { SynonymGroups } from '#shared/search/synonyms.ts'
import { shippedSynonyms } from '#shared/search/synonyms.ts'
import { foldedWords, wordsIn } from '#shared/search/words.ts'
import { hasHiddenText, plainText, visibleText } from '#shared/text/measure.ts'
import type { LocalDoc, LocalName } from './messages.ts'

export interface LocalIndex {
  put(docs: readonly LocalDoc[]): void
  gone(names: readonly LocalName[], underPosts: readonly string[]): void
  /** Which terms are looked for together from now on. */
  setSynonyms(groups: SynonymGroups): void
  find(asked: SearchAsked, now: number): SearchResults
  /** The first of each kind, while one types. */
  quick(typed: string, now: number): readonly Hit[]
}

interface Entry extends Omit<LocalDoc, 'body'> {
  readonly key: string
  /** All the words. Those in spoilers are found and not shown, as on the server. */
  readonly body: string
  readonly shown: string
  /** Facets as words that no text has: a space stands in each. */
  readonly facets: string
}

const textFields = ['name', 'author', 'body']
const userFacet = (name: string): string => `user ${nameKey(name)}`
const tagFacet = (slug: string): string => `tag ${slug}`
const keyOf = ({ kind, id }: LocalName): string => `${kind}:${id}`

export function localIndex(): LocalIndex {
  const entries = new Map<string, Entry>()
  let synonyms = shippedSynonyms
  const engines = new Map(searchKinds.map((kind) => [kind, engine()] as const))

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    engines.get(entry.facts.kind)?.discard(key)
  }

  function fitting(kind: SearchKind, plan: SearchPlan, asked: SearchAsked, now: number): readonly Entry[] {
    const hasTags = kind === 'posts' || kind === 'comments'
    const query = queryOf(plan, hasTags ? asked.tags : [])
    const ranked = engines.get(kind)?.search(query, { boost: { ...fieldWeights[kind] } }) ?? []
    const span = searchDates[asked.date]
    const scored = ranked.flatMap(({ id, score }) => {
      const entry = entries.get(String(id))
      if (entry === undefined || !isMet(entry, plan)) return []
      if (kind !== 'tags' && span !== null && entry.at < now - span) return []
      if (kind === 'posts' && asked.isCurated && !entry.isCurated) return []
      return [{ entry, score: score * boostOf(entry, now) }]
    })
    const newest = (a: Entry, b: Entry) => b.at - a.at
    const byKarma = (a: Entry, b: Entry) => b.karma - a.karma || newest(a, b)
    const ties = kind === 'users' || kind === 'tags' ? byKarma : newest
    const orders = {
      relevance: (a: (typeof scored)[number], b: (typeof scored)[number]) => b.score - a.score || ties(a.entry, b.entry),
      karma: (a: (typeof scored)[number], b: (typeof scored)[number]) => byKarma(a.entry, b.entry),
      newest_first: (a: (typeof scored)[number], b: (typeof scored)[number]) => newest(a.entry, b.entry),
      oldest_first: (a: (typeof scored)[number], b: (typeof scored)[number]) => newest(b.entry, a.entry),
    }
    return scored.sort(orders[asked.sort]).map(({ entry }) => entry)
  }

  return {
    put(docs) {
      for (const doc of docs) {
        const key = keyOf(doc.facts)
        remove(key)
        const body = typeof doc.body === 'string' ? doc.body : plainText(doc.body)
        const entry: Entry = {
          ...doc,
          key,
          body,
          // The same string where nothing is hidden: a device holds thousands of texts.
          shown: typeof doc.body === 'string' || !hasHiddenText(doc.body) ? body : visibleText(doc.body),
          facets: [...doc.users.map(userFacet), ...doc.tags.map(tagFacet)].join('\n'),
        }
        entries.set(key, entry)
        engines.get(doc.facts.kind)?.add(entry)
      }
    },
    gone(names, underPosts) {
      for (const name of names) remove(keyOf(name))
      if (underPosts.length === 0) return
      const posts = new Set(underPosts)
      for (const { key, postId } of [...entries.values()]) if (postId !== null && posts.has(postId)) remove(key)
    },
    setSynonyms(groups) {
      synonyms = groups
    },
    find(asked, now) {
      const query = parseSearch(asked.query)
      if (!asksForSomething(query) && asked.tags.length === 0)
        return { hits: [], counts: null, pageCount: 0, isCut: query.isCut, isWhole: true }
      const plan = planOf(query, synonyms)
      const found = new Map(searchKinds.map((kind) => [kind, fitting(kind, plan, asked, now)] as const))
      const counts = Object.fromEntries(searchKinds.map((kind) => [kind, Math.min(found.get(kind)?.length ?? 0, maxCounted)])) as Record<
        SearchKind,
        number
      > // one of each
      const from = (asked.page - 1) * resultsPerPage
      return {
        hits: (found.get(asked.kind) ?? []).slice(from, from + resultsPerPage).map((entry) => hitOf(entry, plan)),
        counts,
        pageCount: Math.min(maxPages, Math.ceil(counts[asked.kind] / resultsPerPage)),
        isCut: query.isCut,
        isWhole: true,
      }
    },
    quick(typed, now) {
      const query = parseSearch(typed)
      if (!asksForSomething(query)) return []
      const plan = planOf(query, synonyms)
      const asked = parseSearchParams(new URLSearchParams())
      return quickOrder.flatMap((kind) =>
        fitting(kind, plan, asked, now)
          .slice(0, quickHits[kind])
          .map((entry) => hitOf(entry, plan)),
      )
    },
  }
}

function engine(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    idField: 'key',
    fields: [...textFields, 'facets'],
    tokenize: (text, field) => (field === 'facets' ? text.split('\n').filter((facet) => facet !== '') : [...foldedWords(text)]),
    processTerm: (term) => term,
    // What is asked for is folded already; each word by itself.
    searchOptions: { tokenize: (word) => [word], processTerm: (word) => word, fields: textFields, combineWith: 'AND' },
  })
}

/**
 * Phrases are asked for as their words; whether these stand side by side is looked at afterwards
 * (`isMet`).
 */
function queryOf(plan: SearchPlan, tags: readonly string[]): Query {
  const facet = (word: string): Query => ({ queries: [word], fields: ['facets'] })
  const all: Query[] = [
    ...plan.needs.map((any): Query => ({ combineWith: 'OR', queries: any.map(wordsOf) })),
    ...(plan.users.length === 0 ? [] : [{ combineWith: 'OR' as const, queries: plan.users.map((name) => facet(`user ${name}`)) }]),
    ...[...plan.tags, ...tags].map((slug) => facet(tagFacet(slug))),
  ]
  const not = [...plan.notUsers.map((name) => `user ${name}`), ...plan.notTags.map(tagFacet)].map(facet)
  const wanted: Query = { combineWith: 'AND', queries: all }
  return not.length === 0 ? wanted : { combineWith: 'AND_NOT', queries: [wanted, ...not] }
}

function wordsOf({ words, isBeginning }: Phrase): Query {
  return {
    combineWith: 'AND',
    queries: words.map((word, at) => ({ queries: [word], prefix: isBeginning && at === words.length - 1 })),
  }
}

function isMet({ name, author, body }: Entry, plan: SearchPlan): boolean {
  const isSimple = plan.not.length === 0 && plan.needs.every((any) => any.every(({ words }) => words.length === 1))
  // Between the fields stands something that is a word of none.
  return (
    isSimple ||
    meets(
      [name, author, body].flatMap((text) => [...wordsIn(text), { word: '\n', from: 0, until: 0 }]),
      plan,
    )
  )
}

function boostOf({ facts, karma, at }: Entry, now: number): number {
  switch (facts.kind) {
    case 'posts':
      return postBoost(karma)
    case 'comments':
      return commentBoost(karma)
    case 'tags':
      // A device knows few pages: of tags, how many of its posts carry them.
      return tagBoost({ postCount: facts.postCount, likes: 0, isCore: false })
    case 'sequences':
      return 1
    case 'users':
      return userBoost(karma, now - at)
  }
}

function hitOf({ facts, name, shown }: Entry, plan: SearchPlan): Hit {
  switch (facts.kind) {
    case 'posts':
      return { ...facts, title: marked(name, plan), snippet: snippet(shown, plan, snippetCharacters.posts) }
    case 'comments':
      return { ...facts, snippet: snippet(shown, plan, snippetCharacters.comments) }
    case 'tags':
      return { ...facts, name: marked(name, plan) }
    case 'sequences':
      return { ...facts, title: marked(name, plan), snippet: snippet(shown, plan, snippetCharacters.sequences) }
    case 'users':
      return { ...facts, name: marked(name, plan), snippet: snippet(shown, plan, snippetCharacters.users) }
  }
}
