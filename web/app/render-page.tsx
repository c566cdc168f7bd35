import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToPipeableStream } from 'react-dom/server'
import type { LoaderFunctionArgs, StaticHandlerContext } from 'react-router'
import { RouterContextProvider, createContext, createStaticHandler } from 'react-router'
import type { PageData, PageRequest, RenderedPage } from '#shared/pages/page-data.ts'
import { answerNotFound, answerPage } from './answer-page.ts'
import { App } from './app.tsx'
import { clientFilesFor } from './client-files.ts'
import { documentHtml } from './document.ts'
import { preparePage } from './pages.ts'
import { PageView } from './router-view.tsx'
import { routeObjects } from './router.ts'
import type { FeatureRoute } from './route.ts'
import { pageRoutes } from './routes.ts'
import { StringSink } from './string-sink.ts'
import type { Answer, PageAnswer } from '../data/answer.ts'
import type { Here } from '../data/navigation.ts'

const pageData = createContext<PageData>()

const handler = createStaticHandler(
  routeObjects((route) => async ({ request, params, context }: LoaderFunctionArgs) => {
    const data = context.get(pageData)
    const answer = route === null ? answerNotFound(data) : await answerPage(route, data, { params, url: new URL(request.url) })
    if (answer.kind === 'page') await preparePage(answer.showing, answer.parts)
    return answer
  }),
)

/**
 * @throws whatever a load or a component throws that is not an expected refusal: the server logs it
 *   and answers `renderError`.
 */
export async function renderPage({ url, as }: PageRequest, data: PageData): Promise<RenderedPage> {
  const context = new RouterContextProvider()
  context.set(pageData, data)
  const found = await handler.query(new Request(new URL(url, data.site.origin)), { requestContext: context })
  if (found instanceof Response) throw new Error(`a load answered a Response for ${url}`)
  const answer = answerIn(found)
  // A long text takes each step some 50 ms: others are answered between making its HTML, rendering
  // the page around it and sending that.
  await nextTurn()
  if (as === 'data')
    return { status: answer.kind === 'moved' ? 200 : answer.status, location: null, body: JSON.stringify(answer), contentType: json }
  if (answer.kind === 'moved') return { status: answer.status, location: answer.to, body: '', contentType: html }
  const app = await renderApp(found, answer, data)
  await nextTurn()
  const route = pageRoutes.find(({ path }) => path === answer.showing)
  const isReadOnly = isLight(answer, route)
  const files = clientFilesFor(route?.page.module ?? null, isReadOnly)
  const body = documentHtml({ site: data.site, at: url, answer }, app, files, isReadOnly ? route?.sheets : undefined)
  return { status: answer.status, location: null, body, contentType: html }
}

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'

function answerIn(found: StaticHandlerContext): Answer {
  const error = Object.values(found.errors ?? {})[0]
  if (error !== undefined) throw error
  const id = found.matches.at(-1)?.route.id
  if (id === undefined) throw new Error('no route answered')
  return found.loaderData[id] as Answer // what the loader above returned
}

/**
 * All of it in one piece: a browser without scripts must see what React would otherwise move into
 * place by a script.
 */
function renderApp(found: StaticHandlerContext, answer: PageAnswer, { site }: PageData): Promise<string> {
  const { pathname, search, hash } = found.location
  const here: Here = { place: { pathname, search, hash, key: 'default' }, action: 'POP', answer }
  return new Promise((resolve, reject) => {
    // The renderer calls `write`, `end`, `on` and `destroy` and nothing else (react-dom 19.3,
    // server.node).
    const sink = new StringSink(resolve) as unknown as NodeJS.WritableStream
    const { pipe } = renderToPipeableStream(
      <App site={site} me={answer.me}>
        <PageView here={here} />
      </App>,
      { progressiveChunkSize: 1e9, onAllReady: () => pipe(sink), onShellError: reject, onError: reject },
    )
  })
}

/**
 * Whether a visitor can read this page without the app: it is the same for everybody, and the
 * server has drawn all of it.
 */
function isLight({ me, form, problem }: PageAnswer, route: FeatureRoute | undefined): boolean {
  const isDrawnHere = route?.offline === 'saved' || (route?.offline === 'full' && route.needsApp !== true)
  return isDrawnHere && route?.audience === 'everyone' && me === null && form === null && problem === null
}
