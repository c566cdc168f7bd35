import { isAdmin, isStaff } from '#shared/kernel/viewer.ts'
import type { MeAnswer, PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import type { Answer, PageAnswer, Problem } from '../data/answer.ts'
import { PageMoved, PageProblem, elsewhere, forbidden, needsSignIn } from '../data/answer.ts'
import type { ShownParts } from '../data/places.ts'
import { loads, shows } from './loads.ts'
import type { FeatureRoute, Loaded, LoadRequest } from './route.ts'
import { pageRoutes } from './routes.ts'
import { shownParts } from './shown-parts.ts'

const signInRoute = pageRoutes.find((route) => route.path === '/login') ?? null

/**
 * Runs a route's load for the viewer; refusals and moves become answers, anything else is a bug and
 * is thrown. `before`: what domains show on it already (`shownParts`).
 */
export async function answerPage(route: FeatureRoute, data: PageData, request: LoadRequest, before?: ShownParts): Promise<Answer> {
  try {
    requireAudience(route, data)
    return await loadPage(route, data, request, null, before)
  } catch (error) {
    if (error instanceof PageMoved) return { kind: 'moved', to: error.to, status: error.status }
    if (error instanceof PageProblem) return answerProblem(route, data, request, error.problem)
    throw error
  }
}

/** A path that no route has. */
export function answerNotFound(data: PageData): PageAnswer {
  return { ...emptyAnswer, form: data.form, ...problemHead({ status: 404, reason: null }) }
}

async function loadPage(
  route: FeatureRoute,
  data: PageData,
  request: LoadRequest,
  problem: Problem | null,
  before?: ShownParts,
): Promise<PageAnswer> {
  const load = loads[route.path]
  const { head, bodies, places, isAbsent, ...page }: Loaded = load ? await load(data, request) : { head: { title: route.title ?? '' } }
  const shown = places === undefined ? null : await shownParts(shows, places, data, request, before)
  const isPrivate = route.audience !== 'everyone' || problem !== null
  return {
    kind: 'page',
    status: problem?.status ?? (isAbsent === true ? 404 : 200),
    showing: route.path,
    head: isPrivate ? { robots: 'noindex', ...head } : head,
    page,
    ...(shown?.parts && { parts: shown.parts }),
    bodies: { ...bodies, ...shown?.bodies },
    form: data.form,
    problem,
    me: isPrivate ? meOf(data) : null,
  }
}

async function answerProblem(route: FeatureRoute, data: PageData, request: LoadRequest, problem: Problem): Promise<PageAnswer> {
  if (problem.status === 401 && route.path !== '/login' && signInRoute !== null) {
    const url = new URL(links.login({ returnTo: `${request.url.pathname}${request.url.search}` }), request.url)
    return loadPage(signInRoute, data, { params: {}, url }, problem)
  }
  return { ...emptyAnswer, form: data.form, ...problemHead(problem), me: route.audience === 'everyone' ? null : meOf(data) }
}

function requireAudience({ audience }: FeatureRoute, { viewer }: PageData): void {
  if (audience === 'everyone' || audience === 'anyone-private') return
  if (viewer.kind === 'visitor') throw needsSignIn()
  if ((audience === 'staff' || audience === 'admin') && viewer.kind === 'member' && viewer.owesSecondFactor === true)
    throw elsewhere(links.account('security'))
  if (audience === 'staff' && !isStaff(viewer)) throw forbidden('staff-only')
  if (audience === 'admin' && !isAdmin(viewer)) throw forbidden('admins-only')
}

const problemTitles: Readonly<Record<Problem['status'], string>> = {
  401: 'Sign in',
  403: 'You don’t have access',
  404: 'Page not found',
  410: 'Removed',
}

const emptyAnswer: PageAnswer = {
  kind: 'page',
  status: 404,
  showing: '*',
  head: { title: null },
  page: null,
  bodies: {},
  form: null,
  problem: null,
  me: null,
}

function problemHead(problem: Problem): Pick<PageAnswer, 'status' | 'head' | 'problem'> {
  return { status: problem.status, head: { title: problemTitles[problem.status], robots: 'noindex' }, problem }
}

function meOf({ viewer, own }: PageData): MeAnswer {
  return { viewer, name: own?.displayName ?? null, slug: own?.slug ?? null, votes: [] }
}
