import { canonicalFilters, filtersText, isFilterMode, parseFilters, personalKey } from '#shared/feed/filters.ts'
import { isId } from '#shared/kernel/ids.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { nearestMark } from '#shared/votes/karma-marks.ts'

const feedFormats = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

/**
 * Views of posts and of comments, by their names in the address; the parameter says of what, where
 * a view is of something.
 */
const postViews = {
  rss: null,
  frontpageRss: null,
  curatedRss: null,
  communityRss: null,
  metaRss: null,
  questions: null,
  dialogues: null,
  userPosts: 'userId',
  tagScore: 'tagId',
  sequence: 'sequenceId',
  search: 'query',
} as const
const commentViews = {
  rss: null,
  quickTakes: null,
  commentReplies: 'parentCommentId',
  postCommentsNew: 'postId',
  userComments: 'userId',
} as const

export type PostView = keyof typeof postViews
export type CommentView = keyof typeof commentViews

interface Asked {
  /**
   * Id of a member, post, comment or sequence, slug of a tag, words of a search; `''` where the
   * view is of nothing.
   */
  readonly of: string
  readonly format: FeedFormat
}

export interface PostFeedParams extends Asked {
  readonly type: 'posts'
  readonly view: PostView
  /** One of the marks there are; `null` without one. */
  readonly karmaThreshold: number | null
  /** As `shared/feed/filters.ts` writes them; `''`: none. */
  readonly filters: string
}

export interface CommentFeedParams extends Asked {
  readonly type: 'comments'
  readonly view: CommentView
}

export type FeedParams = PostFeedParams | CommentFeedParams

const maxWords = 200

/**
 * @returns `null` for a view there is none of: only public lists have names here. Dashes and the
 *   case of letters say nothing.
 */
export function feedParams(search: URLSearchParams): FeedParams | null {
  const format = feedFormats.find((known) => known === (search.get('format') ?? 'rss'))
  if (format === undefined) return null
  const named = (search.get('view') ?? 'rss').replaceAll('-', '').toLowerCase()
  if (search.get('type') === 'comments') {
    const view = viewNamed(commentViews, named === 'shortform' ? 'quicktakes' : named)
    const of = view && ofWhat(commentViews[view], search)
    return view === undefined || of === undefined ? null : { type: 'comments', view, of, format }
  }
  const view = viewNamed(postViews, named)
  const of = view && ofWhat(postViews[view], search)
  if (view === undefined || of === undefined) return null
  return { type: 'posts', view, of, karmaThreshold: markOf(search.get('karmaThreshold')), filters: filtersOf(search), format }
}

/** What follows the question mark of a feed's own address; equal feeds have equal ones. */
export function feedQuery(params: FeedParams): Readonly<Record<string, string>> {
  const { type, view, of, format } = params
  const parameter = type === 'posts' ? postViews[params.view] : commentViews[params.view]
  return {
    ...(type === 'comments' && { type }),
    ...(view !== 'rss' && { view }),
    ...(parameter !== null && { [parameter]: of }),
    ...(params.type === 'posts' && params.karmaThreshold !== null && { karmaThreshold: String(params.karmaThreshold) }),
    ...(params.type === 'posts' && params.filters !== '' && { filterSettings: params.filters }),
    ...(format !== 'rss' && { format }),
  }
}

/**
 * There is no end of such feeds: they are of words or filters that anybody may make up. All others
 * are of what there is here.
 */
export const isFree = (params: FeedParams): boolean => params.type === 'posts' && (params.view === 'search' || params.filters !== '')

function viewNamed<Views extends Readonly<Record<string, unknown>>>(views: Views, named: string): keyof Views | undefined {
  return Object.keys(views).find((view) => view.toLowerCase() === named)
}

/** `undefined`: it is missing, or cannot be one. */
function ofWhat(parameter: string | null, search: URLSearchParams): string | undefined {
  if (parameter === null) return ''
  const given = (search.get(parameter) ?? '').trim()
  if (parameter === 'query') return given === '' ? undefined : given.slice(0, maxWords)
  if (parameter === 'tagId') return slugify(given.slice(0, 100)) || undefined
  return isId(given) ? given : undefined
}

function markOf(given: string | null): number | null {
  const value = given === null || given === '' ? Number.NaN : Number(given)
  return Number.isFinite(value) ? nearestMark(value) : null
}

/**
 * `filterSettings`: as the front page's address has them, or as JSON: `{"history":"hidden"}`, or
 * what other software of this kind writes,
 * `{"personalBlog":"Hidden","tags":[{"tagName":"History","filterMode":"Required"}]}`. What is
 * malformed is left out. Which posts are personal ones is the view's matter here unless the filters
 * name them.
 */
function filtersOf(search: URLSearchParams): string {
  const given = (search.get('filterSettings') ?? '').slice(0, 4_000)
  if (given === '') return ''
  const filters = parseFilters(given.trimStart().startsWith('{') ? textOfJson(given) : given)
  if (filters.length === 0) return ''
  const hasPersonal = given.includes(personalKey) || given.includes('personalBlog')
  return hasPersonal ? filtersText(filters) : canonicalFilters(`${filtersText(filters)},${personalKey}~default`)
}

function textOfJson(given: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    return ''
  }
  if (typeof parsed !== 'object' || parsed === null) return ''
  const pairs: string[] = []
  const add = (key: unknown, mode: unknown): void => {
    if (typeof key !== 'string' || (typeof mode !== 'string' && typeof mode !== 'number')) return
    const said = String(mode).toLowerCase()
    if (isFilterMode(said)) pairs.push(`${key === 'personalBlog' ? personalKey : key.replaceAll(/[~,]/gu, ' ')}~${said}`)
  }
  for (const [key, value] of Object.entries(parsed)) {
    if (key !== 'tags') add(key, value)
    else if (Array.isArray(value))
      for (const tag of value.slice(0, 50) as unknown[])
        if (typeof tag === 'object' && tag !== null)
          add('tagSlug' in tag ? tag.tagSlug : 'tagName' in tag ? tag.tagName : undefined, 'filterMode' in tag ? tag.filterMode : undefined)
  }
  return pairs.join(',')
}
