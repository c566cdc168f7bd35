import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { asVisitor } from '../../testing/device.ts'
import { nextId, onPage, show } from '../../testing/dom.tsx'
import { SpotlightCard } from './parts/spotlight-card.tsx'
import type { SpotlightView } from './spotlight-view.ts'

const aSpotlight = (): SpotlightView => ({
  ...{ id: nextId(), href: '/posts/1/on-tides', header: '', title: 'On tides', lang: 'en', dir: 'ltr', subtitle: '', subtitleHref: null },
  ...{ paragraphs: ['Water comes back.'], picture: null, author: null, reading: null },
})

const dismiss = page.getByRole('button', { name: 'Dismiss' })

test('dismissed, it is gone at once and stays away on the next page, while another one has its turn', async () => {
  asVisitor()
  document.documentElement.dataset['js'] = '2'
  onTestFinished(() => void delete document.documentElement.dataset['js'])
  const spotlight = aSpotlight()
  const shown = await show(
    <main id="main" tabIndex={-1}>
      <SpotlightCard spotlight={spotlight} />
    </main>,
  )
  await dismiss.click()
  await expect.element(dismiss).not.toBeInTheDocument()
  expect(document.activeElement?.id).toBe('main')
  await shown.rerender(onPage(<p>Another page</p>))
  await shown.rerender(onPage(<SpotlightCard spotlight={spotlight} />))
  await expect.element(dismiss).not.toBeInTheDocument()
  await shown.rerender(onPage(<SpotlightCard spotlight={aSpotlight()} />))
  await expect.element(dismiss).toBeVisible()
})
