import { noteSight } from '../note-sight.ts'

/**
 * Notes for how long the post was in sight, as the app does: until the app is there, which notes
 * the rest.
 */
export function noteLightSight(): void {
  // Which post, the page says once, in what it hands over (web/app/document.ts).
  const thread = /"thread":"([0-9a-z]{26})"/u.exec(document.getElementById('hand-over')?.textContent ?? '')?.[1]
  if (thread === undefined) return
  noteSight(
    { get: () => ({ answer: { page: null }, isLoading: false }), subscribe: () => () => {} },
    () => thread,
    () => navigator.onLine && window.__late?.light !== 0,
  )
}
