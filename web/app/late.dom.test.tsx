import { Suspense, act, lazy } from 'react'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { press } from './late.ts'

afterEach(() => document.body.replaceChildren())

test('a click that was held for a late part of the page is done once React has come there', async () => {
  const onClick = vi.fn<() => void>()
  const Part = () => (
    <button type="button" onClick={onClick}>
      Keep open
    </button>
  )
  const { promise, resolve } = Promise.withResolvers<{ readonly default: ComponentType }>()
  const Late = lazy(() => promise)
  // As the server has drawn it: the part was there.
  const root = document.createElement('div')
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Keep open' })
  root.append(document.createComment('$'), button, document.createComment('/$'))
  document.body.append(root)
  await act(async () => {
    hydrateRoot(
      root,
      <Suspense>
        <Late />
      </Suspense>,
    )
  })
  press(button)
  await new Promise((done) => setTimeout(done, 80))
  expect(onClick).not.toHaveBeenCalled()
  resolve({ default: Part })
  await expect.poll(() => onClick.mock.calls.length).toBe(1)
})

test('a click within a text, which is not React’s, is not kept waiting', async () => {
  const text = Object.assign(document.createElement('div'), { className: 'c-body' })
  const button = document.createElement('button')
  const onClick = vi.fn<() => void>()
  button.addEventListener('click', onClick)
  text.append(button)
  document.body.append(text)
  press(button)
  await expect.poll(() => onClick.mock.calls.length).toBe(1)
})
