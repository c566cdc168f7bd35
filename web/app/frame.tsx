import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentPage, useIsLoading } from '../data/navigation.ts'
import { useSite } from '../data/site.ts'
import { Contained } from '../blocks/contained.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { latePart } from '../ui/late-part.ts'
import { BottomBar, SiteMenu } from './navigation.tsx'
import { ClientError } from './client-error.tsx'
import { CachedNotice } from './cached-notice.tsx'
import { PageSlot } from './page-slot.tsx'
import { pageTitle } from './page-title.ts'
import { pageRoutes } from './routes.ts'
import { ScrollPlace } from './scroll-place.tsx'
import { TopBar } from './top-bar.tsx'

/**
 * The shell around every page. Drawn for a visitor first; the member's own things appear when it is
 * known who is here.
 */
export function Frame({ keepsScroll }: { readonly keepsScroll: boolean }) {
  const { place, answer } = useCurrentPage()
  const { pathname } = place
  const layout = pageRoutes.find(({ path }) => path === answer.showing)?.layout ?? 'list'
  // Made here and not below, so that the page is drawn again only for a new answer.
  const page = useMemo(
    () => (
      <ErrorBoundary of={place.key} instead={(error) => <ClientError error={error} />}>
        <PageSlot />
      </ErrorBoundary>
    ),
    [place.key],
  )
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Contained what="the top bar" of={null}>
        <TopBar />
      </Contained>
      <CachedNotice />
      <div className={layout === 'list' ? 'page' : `page ${layout}`}>
        {layout === 'list' ? <SiteMenu pathname={pathname} isBeside /> : null}
        {layout === 'reading' ? (
          page
        ) : (
          <main id="main" tabIndex={-1}>
            {page}
          </main>
        )}
      </div>
      {layout === 'list' ? null : <SiteMenu pathname={pathname} isBeside={false} />}
      <BottomBar pathname={pathname} />
      <Notices />
      <LoadingLine />
      <Announcer />
      <ScrollPlace keepsScroll={keepsScroll} />
    </>
  )
}

// Without a connection it may not be had: then there is nothing to offer.
const UpdateNotice = latePart(() => import('./update-notice.tsx').then((part) => part.UpdateNotice))
/** An offer is the last thing a page needs. */
const offerAfterMs = 3_000

function Notices() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), offerAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // In a box of its own: what is inserted among the page's parts has the browser look through all
  // of the page's styles again.
  return (
    <div>
      {isTime ? (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * A thin line at the top while another page is on its way; it shows only when that takes a moment.
 */
function LoadingLine() {
  return useIsLoading() ? <div className="loading" /> : null
}

/**
 * After a navigation: the head follows, the new page is said aloud, and the keyboard goes on from
 * its beginning.
 */
function Announcer() {
  const site = useSite()
  const { answer, place } = useCurrentPage()
  const { pathname, search, hash } = place
  const shown = useRef(`${pathname}${search}`)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The shell becomes its page without going anywhere.
    const title = pageTitle(answer.head, site)
    if (document.title !== title) document.title = title
    if (shown.current === `${pathname}${search}`) return
    shown.current = `${pathname}${search}`
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    const address = answer.head.original ?? answer.head.canonical
    if (canonical !== null && address !== undefined) canonical.href = address
    if (words.current !== null) words.current.textContent = document.title
    if (hash === '') document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [answer, pathname, search, hash, site])
  return <p className="sr" role="status" ref={words} />
}
