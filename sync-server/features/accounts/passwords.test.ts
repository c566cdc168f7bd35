import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import { breachedFile, isBreached } from './breached-passwords.ts'
import { requireGoodPassword } from './password-rules.ts'
import { createPasswords } from './passwords.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe('hashes', () => {
  test('are argon2id with 19 MiB, two passes and one lane, salted each time', async () => {
    const passwords = createPasswords()
    const [a, b] = await Promise.all([passwords.hash('seven herons'), passwords.hash('seven herons')])
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u)
    expect(a).not.toBe(b)
    expect(await passwords.verify('seven herons', a)).toEqual({ isRight: true, isOutdated: false })
    expect(await passwords.verify('eight herons', a)).toEqual({ isRight: false, isOutdated: false })
  })
  test('of other parameters are right, and outdated', async () => {
    const old = await createPasswords({ parameters: cheap }).hash('seven herons')
    expect(await createPasswords().verify('seven herons', old)).toEqual({ isRight: true, isOutdated: true })
  })
  test('letters put together otherwise are the same password', async () => {
    const passwords = createPasswords({ parameters: cheap })
    expect((await passwords.verify('cafe\u0301 au lait', await passwords.hash('caf\u00E9 au lait'))).isRight).toBe(true)
  })
  test.each([
    null,
    '',
    '!',
    '$argon2id$v=19$m=64,t=1,p=1$$',
    '$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$2b$12$abc',
  ])('%j is nobody’s password', async (stored) => {
    expect(await createPasswords({ parameters: cheap }).verify('', stored)).toEqual({ isRight: false, isOutdated: false })
  })
  test('too many at once are turned away, and the rest come through in turn', async () => {
    const passwords = createPasswords({ parameters: cheap, atOnce: 2, waiting: 8 })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => passwords.hash('seven herons')))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'rate-limited', retryAfterMs: 5_000 })
    expect(await passwords.hash('seven herons')).toContain('$argon2id$')
  })
})

describe('new passwords', () => {
  const names = ['Ada Byron', 'ada.byron@example.org', 'Night Harbour']
  test.each([
    'seven herons at low tide',
    'correct horse battery stapler',
    'qxz9!rtlmw',
    '水は戻る、そして月はまた昇る',
    'my cat, ada byron, and I',
    '🌊🌙⚓🦀🐚🐟🦑🐙🪸🌴',
    'x1'.repeat(20) + 'yz#q',
    'tr0ub4dor&3',
  ])('%s will do', (password) => {
    expect(() => requireGoodPassword(password, names)).not.toThrow()
  })
  test.each([
    'short',
    'nine char',
    'x'.repeat(129),
    '0123456789',
    'aaaaaaaaaaaa',
    'abababababab',
    'qwertyuiop',
    'QWERTYUIOP',
    'qwertyuiopqwerty',
    'asdfghjklasdf',
    '1234567890123',
    'password123',
    'Password123!',
    'PASSWORD 123!?'.replace(' ', ''),
    'Ada Byron 1',
    'adabyron2026',
    'nightharbour',
    'night harbour',
    'Night-Harbour'.replace('-', ''),
    'ada.byron99',
    'ada.byron@example.org',
    'abcabcabcabc',
    'iloveyou123',
    'welcome2026'.replace('2026', '2025'),
    'null\0bytes here',
    'football2024!',
    '!!Dragon1987',
    'P4ssw0rd2026',
    'baseball12',
    'sunshine2025',
    'princess1234',
    'trustno1trustno1',
    'passwordpassword',
    'manchester1',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'liverpoolfc',
    'chelseafc1',
    'jordan2323',
    'starwars1977',
    'poiuytrewq',
    'mnbvcxzlkjhgfdsa',
    'Lkjhgfdsaz',
    '0987654321q',
    'letmeinletmein',
    'MonkeyMonkey',
    'harrypotter7',
    'GunsNRoses!',
    'gunsnroses1987',
    'sleepyhollow',
    'billionaire',
    'justinbieber',
    'onedirection1',
    'metallica666',
    'iloveyouforever',
    'dantheman123',
    'ilovemymom',
    'marmeladka',
    'qazxswedcvfr',
    'zaq12wsxcde3',
    'cfvfzrhfcbdfz',
    '1357913579',
  ])('%j will not', (password) => {
    expect(() => requireGoodPassword(password, names)).toThrow(AppError)
  })

  test('of which nobody has heard are refused less often than one in a thousand', () => {
    const random = Array.from({ length: 5_000 }, (_, at) => createHash('sha256').update(`${at}`).digest('base64url').slice(0, 10))
    const refused = random.filter((password) => isRefused(password))
    expect(refused.length).toBeLessThanOrEqual(5)
  })

  test('are compared with at least 3,500 common ones by the letter', () => {
    const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(5_000)
    expect(lines.filter((line) => !isRefused(line))).toEqual([])
  })
})

function isRefused(password: string): boolean {
  try {
    requireGoodPassword(password, [])
    return false
  } catch {
    return true
  }
}

describe('digests of breached passwords', () => {
  test('hold what the file was made of, and little else', () => {
    const given = Array.from({ length: 300 }, (_, at) => `given ${at}`)
    const file = breachedFile([...given, ...given])
    expect(file.length).toBe(1_200)
    expect(given.filter((one) => !isBreached(one, file))).toEqual([])
    expect(Array.from({ length: 300 }, (_, at) => `other ${at}`).filter((one) => isBreached(one, file))).toEqual([])
    expect(isBreached('given 1', Buffer.alloc(0))).toBe(false)
  })
})
