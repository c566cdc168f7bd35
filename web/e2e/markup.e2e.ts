/**
 * Text that means to be script, in a real browser: nothing of it runs, nothing asks another host,
 * no policy has to step in.
 */
import { expect } from 'vitest'
import { hostileMarkdown, hostileStrings } from '../../sync-server/http-tests/testing/hostile-strings.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const all = [...hostileStrings, ...hostileMarkdown]

test('hostile titles, texts, tags, comments and names are read as text', async ({ site }) => {
  const { page, context } = await site.newReader()
  await context.addInitScript(() => Object.assign(window, { ran: 0, xss: () => Object.assign(window, { ran: 1 }) }))
  // Staff write without pauses.
  await signIn(page, 'teo')
  await page.goto('/about')
  const { essay } = await placesOf(site)
  const send = (mutation: string, fields: Readonly<Record<string, string>>) =>
    page.evaluate(
      async ([name, typed]) => {
        const answer = await fetch(`/api/form/${name}`, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams(typed),
        })
        return (await answer.json()) as { readonly location?: string }
      },
      [mutation, fields] as const,
    )
  const places = [essay, '/', '/?sort=latest', '/allPosts', '/users/teo-marchetti', '/drafts', '/account?tab=profile']
  for (let at = 0; at < all.length; at += 30) {
    const some = all.slice(at, at + 30)
    const line = some.join(' ').replace(/\s+/gu, ' ')
    const { location } = await send('posts.publish', {
      postId: '',
      title: line.slice(0, 490),
      markdown: some.join('\n\n'),
      tags: some
        .slice(0, 9)
        .map((text) => text.replace(/[,\s]+/gu, ' ').slice(0, 50))
        .join(','),
      lang: 'en',
      kind: 'post',
      submitToFrontpage: 'on',
    })
    if (location !== undefined) places.push(location, `/editPost?postId=${location.split('/')[2] ?? ''}`)
    await send('comments.post', { postId: essay.split('/')[4] ?? '', parentId: '', markdown: some.join('\n\n') })
  }
  await send('accounts.updateProfile', { bio: all.join('\n').slice(0, 1_900) })
  expect(places.length).toBeGreaterThan(12)
  for (const place of places) {
    await page.goto(place)
    await alive(page)
    expect(
      await page.evaluate(() => ({
        ran: (window as unknown as { readonly ran: number }).ran,
        alien: document.querySelectorAll(
          '#main :is(script, iframe, object, embed, style, base, meta, [onerror], [onload], [onclick], [style*="url"])',
        ).length,
      })),
      place,
    ).toEqual({ ran: 0, alien: 0 })
  }
})
