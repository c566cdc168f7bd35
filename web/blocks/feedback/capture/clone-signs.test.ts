import { expect, test } from 'vitest'
import { inColour } from './clone-signs.ts'

test('a mask drawn in black becomes a picture in the colour that it lets through', () => {
  const mask = `url("data:image/svg+xml,%3Csvg stroke='%23000'%3E%3Cpath fill='%23000' d='M0 0'/%3E%3C/svg%3E")`
  expect(inColour(mask, 'rgb(1, 2, 3)')).toBe(
    `url("data:image/svg+xml,%3Csvg width='72' height='72' stroke='rgb(1%2C%202%2C%203)'%3E%3Cpath fill='rgb(1%2C%202%2C%203)' d='M0 0'/%3E%3C/svg%3E")`,
  )
})
