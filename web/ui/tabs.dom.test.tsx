import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/dom.tsx'
import { Tabs } from './tabs.tsx'

test.each([0, 10, 19])('of more tabs than fit, the one that is open is in sight, and the page stays: %i', async (open) => {
  const tabs = Array.from({ length: 20 }, (_, n) => ({ href: `/at/${n}`, word: `Section ${n}`, isCurrent: n === open }))
  const { container } = await show(
    <div style={{ inlineSize: 300, overflow: 'hidden' }}>
      <Tabs label="Sections" tabs={tabs} />
    </div>,
  )
  const box = container.querySelector('nav')?.getBoundingClientRect()
  const tab = page.getByText(`Section ${open}`, { exact: true }).element().getBoundingClientRect()
  expect([tab.left >= (box?.left ?? NaN), tab.right <= (box?.right ?? NaN), scrollY]).toEqual([true, true, 0])
})
