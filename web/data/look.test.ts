import { describe, expect, test } from 'vitest'
import { defaultLook, lookChoices, lookNames } from '#shared/reading/look.ts'
import { differences, parseLook } from './look.ts'

describe("the reader's settings", () => {
  test('every choice reads back as it was stored', () => {
    for (const name of lookNames) {
      for (const value of lookChoices[name]) {
        const look = parseLook(JSON.stringify({ [name]: value }))
        expect(look[name]).toBe(value)
        expect(parseLook(JSON.stringify(differences(look)))).toEqual(look)
      }
    }
  })

  test('nothing is stored for a reader who chose nothing', () => {
    expect(differences(defaultLook)).toEqual({})
  })

  test.each([null, '{', '[]', 'null', '{"theme":"pink","size":3,"face":"toString"}'])('%s gives the defaults', (stored) => {
    expect(parseLook(stored)).toEqual(defaultLook)
  })
})
