import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { presenceCodes, presencePath } from '#shared/messages/presence.ts'
import '../../../blocks/messages/messages-styles.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import { sockets, withTestSockets } from '../../../testing/sockets.ts'
import { PeopleHere } from './people-here.tsx'

withTestSockets()

const status = page.getByRole('status')
const field = page.getByLabelText('Message')
const person = (name: string, isTyping = false) => ({ userId: name, name, slug: name.toLowerCase(), isTyping })
const said = () => (sockets.at(-1)?.sent ?? []).map((text): unknown => JSON.parse(text))

async function showHere() {
  const id = nextId()
  const shown = await show(
    <div className="inbox">
      <PeopleHere conversationId={id}>
        <form onSubmit={(event) => event.preventDefault()}>
          <label>
            Message <textarea name="markdown" />
          </label>
          <button>Send</button>
        </form>
      </PeopleHere>
    </div>,
  )
  await expect.poll(() => sockets.length).toBe(1)
  sockets[0]?.opens()
  return { id, shown }
}

test('who else is here and who types is said politely, by name, and what is no news of ours says nothing', async () => {
  const { id } = await showHere()
  expect(sockets[0]?.url).toBe(`${location.origin.replace('http', 'ws')}${presencePath}/${id}`)
  await expect.element(status).toHaveAttribute('aria-live', 'polite')
  await expect.poll(() => status.element().textContent).toBe('')
  sockets[0]?.says({ people: [person('Ben'), person('Cleo')] })
  await expect.element(status).toHaveTextContent('Here now: Ben and Cleo')
  sockets[0]?.says({ people: [person('<b>Ben'), person('Cleo', true)] })
  await expect.element(status).toHaveTextContent('Cleo is typing…')
  for (const noise of ['<html>', { people: [{ name: 'Mallory' }] }, {}]) sockets[0]?.says(noise)
  await expect.element(status).toHaveTextContent('Cleo is typing…')
  sockets[0]?.says({ people: ['Ann', 'Ben', 'Cleo', 'Dora', 'Eve'].map((name) => person(name, true)) })
  await expect.element(status).toHaveTextContent('Ann, Ben, Cleo and 2 more are typing…')
  await expectAccessible()
})

test('nothing moves when somebody comes or types', async () => {
  await showHere()
  const top = () => field.element().getBoundingClientRect().top
  const before = top()
  sockets[0]?.says({ people: [person('Ben', true)] })
  await expect.element(status).toHaveTextContent('Ben is typing…')
  expect(top()).toBe(before)
  expect(document.getAnimations()).toEqual([])
})

test('typing is said once for many keys, and its end with the message or with the last letter', async () => {
  await showHere()
  await userEvent.type(field, 'Water comes back.')
  expect(said()).toEqual([{ isTyping: true }])
  await page.getByRole('button', { name: 'Send' }).click()
  expect(said()).toEqual([{ isTyping: true }, { isTyping: false }])
  await userEvent.type(field, '!')
  await userEvent.clear(field)
  expect(said().slice(2)).toEqual([{ isTyping: true }, { isTyping: false }])
})

test('where the line is lost nobody is shown, and a page that is left says goodbye', async () => {
  const { shown } = await showHere()
  sockets[0]?.says({ people: [person('Ben')] })
  await expect.element(status).toHaveTextContent('Here now: Ben')
  sockets[0]?.ends(1006)
  await expect.poll(() => status.element().textContent).toBe('')
  await expect.poll(() => sockets.length).toBe(2)
  sockets[1]?.opens()
  await shown.unmount()
  expect(sockets[1]?.readyState).toBe(WebSocket.CLOSED)
})

test('who was signed out is not brought back at once', async () => {
  await showHere()
  sockets[0]?.ends(presenceCodes.ended)
  await userEvent.type(field, 'Kept.')
  await expect.element(field).toHaveValue('Kept.')
  expect(sockets[0]?.sent).toEqual([])
})
