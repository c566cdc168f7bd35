import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('nothing has to be set', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    dataDir: 'data',
    seed: true,
    nodeName: hostname(),
    siteName: 'Lyceum',
    siteUrl: 'http://127.0.0.1:4000',
    databaseUrl: null,
    bucket: null,
    smtpUrl: null,
    inboundMail: null,
    vapid: null,
    pushSubject: 'mailto:noreply@localhost.localdomain',
    reportPlace: null,
    feedback: { nameRequired: false, emailRequired: false },
    featured: {},
    contactEmail: null,
    drafting: null,
    mapTiles: null,
    paymentsKey: null,
    paymentsCurrency: 'USD',
    archive: { isOn: true, place: null, replicateTo: null },
    flags: [],
    rateLimitProfile: 'default',
    reviewNewMembers: 'off',
    staffNeedSecondFactor: false,
    provider: null,
    logLevel: 'info',
    trustedProxies: 0,
    isLoopback: true,
    warnings: [],
  })
})

test('a variable set to nothing counts as not set', () => {
  expect(readConfig({ PORT: '', SITE_URL: '  ', SMTP_URL: '' })).toEqual(readConfig({}))
})

test('the address of the site loses its slash and its default port', () => {
  expect(readConfig({ SITE_URL: 'https://Essays.example:443/' }).siteUrl).toBe('https://essays.example')
})

test('a bucket is named by its address; its keys stand in it or beside it', () => {
  const place = { address: 'https://s3.example/essays/site-1', region: 'eu-7', key: 'K1', secret: 'a/b+c' }
  expect(readConfig({ FILES_URL: 'https://K1:a%2Fb+c@s3.example/essays/site-1/?region=eu-7' }).bucket).toEqual(place)
  const beside = { FILES_URL: 'https://s3.example/essays/site-1?region=eu-7', FILES_KEY: 'K1', FILES_SECRET: 'a/b+c' }
  expect(readConfig(beside).bucket).toEqual(place)
  expect(() => readConfig({ ...beside, FILES_SECRET: '' })).toThrow(
    'FILES_URL needs a key and a secret: in it, or as FILES_KEY and FILES_SECRET.',
  )
})

test('an archive elsewhere is named by its address; without a path its database is called public', () => {
  expect(readConfig({ ARCHIVE_URL: 'https://me:p%40ss@couch.example/deep/essays' }).archive.place).toEqual({
    ...{ server: 'https://couch.example/deep', database: 'essays', name: 'me', password: 'p@ss' },
  })
  expect(readConfig({ ARCHIVE: 'off', ARCHIVE_URL: 'http://127.0.0.1:5984' }).archive).toEqual({
    ...{ isOn: false, place: { server: 'http://127.0.0.1:5984', database: 'public', name: '', password: '' }, replicateTo: null },
  })
})

test('collections are named for the places in which they stand', () => {
  expect(readConfig({ FEATURED_COLLECTIONS: 'codex=letters' }).featured).toEqual({ codex: 'letters' })
})

test('a language model is one with an address; on this machine it may do without a lock', () => {
  const address = 'http://127.0.0.1:9000/v1/chat'
  expect(readConfig({ DRAFTING_URL: address, DRAFTING_KEY: ' sk-1 ' }).drafting).toEqual({ address, key: 'sk-1', model: '' })
  expect(readConfig({ DRAFTING_KEY: 'sk-1', DRAFTING_MODEL: 'm' }).drafting).toBeNull()
})

test('map tiles come with whose they are, and with an address where that leads', () => {
  const url = 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=k'
  expect(readConfig({}).mapTiles).toBeNull()
  expect(readConfig({ MAP_TILES_ATTRIBUTION: '© Cartographers' }).mapTiles).toBeNull()
  const plain = readConfig({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Cartographers' })
  expect(plain.mapTiles).toEqual({ url, attribution: '© Cartographers' })
  const linked = readConfig({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Cartographers  https://maps.example/terms' })
  expect(linked.mapTiles).toEqual({ url, attribution: '© Cartographers', attributionUrl: 'https://maps.example/terms' })
  const loopback = readConfig({ MAP_TILES_URL: 'http://127.0.0.1:9000/{z}/{x}/{y}', MAP_TILES_ATTRIBUTION: 'Us' })
  expect(loopback.mapTiles?.url).toBe('http://127.0.0.1:9000/{z}/{x}/{y}')
  expect(problemsOf({ MAP_TILES_URL: url })).toEqual(['MAP_TILES_URL needs MAP_TILES_ATTRIBUTION: whose map it is.'])
})

test.each([
  'tiles.example/{z}/{x}/{y}',
  'ftp://tiles.example/{z}/{x}/{y}',
  'https://tiles.example/{z}/{x}',
  'https://tiles.example/{z}/{x}/{y}/{s}',
  'https://tiles.example/{z}/{x}/{y}/{y}',
  'https://{s}.tiles.example/{z}/{x}/{y}',
  'https://*.example/{z}/{x}/{y}',
  'https://tiles.example;script-src/{z}/{x}/{y}',
  'https://tiles.example/{z}/{x}/{y} https://more.example',
  'https://tiles.example/{z}/{x}/{y}#part',
])('MAP_TILES_URL=%s is refused', (url) => {
  expect(problemsOf({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'Us' })).toEqual([
    'MAP_TILES_URL must be an address with {z}, {x} and {y} in its path, once each, such as https://tiles.example/{z}/{x}/{y}.png.',
  ])
})

test('with port 0 the address is left to be found', () => {
  expect(readConfig({ PORT: '0' }).siteUrl).toBeNull()
})

test.each([
  ['HOST', 'not a host', 'HOST must be an IP address or a host name.'],
  ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
  [
    'FEATURED_COLLECTIONS',
    'shelf=codex',
    'FEATURED_COLLECTIONS must be pairs such as rationality=the-long-way, with rationality, codex, hpmor or highlights before the sign.',
  ],
  ['CONTACT_EMAIL', 'nobody', 'CONTACT_EMAIL must be an email address.'],
  ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535.'],
  [
    'FILES_URL',
    'https://s3.example',
    'FILES_URL must be the address of a bucket such as https://key:secret@s3.example/bucket?region=eu-1.',
  ],
  [
    'FILES_URL',
    'http://k:s@s3.example/essays',
    'FILES_URL must be the address of a bucket such as https://key:secret@s3.example/bucket?region=eu-1.',
  ],
  [
    'FILES_URL',
    'https://k:%zz@s3.example/essays',
    'FILES_URL must be the address of a bucket such as https://key:secret@s3.example/bucket?region=eu-1.',
  ],
  ['SEED', 'no', 'SEED must be "on" or "off".'],
  ['ARCHIVE', 'yes', 'ARCHIVE must be "on" or "off".'],
  [
    'ARCHIVE_URL',
    'http://n:p@couch.example/public',
    'ARCHIVE_URL must be the address of a CouchDB, perhaps with a database, such as https://name:password@couch.example/public.',
  ],
  [
    'ARCHIVE_REPLICATE_TO',
    'https://n:p@couch.example/',
    'ARCHIVE_REPLICATE_TO must be the whole address of a database such as https://name:password@couch.example/copy.',
  ],
  ['SITE_NAME', 'a'.repeat(61), 'SITE_NAME must have at most 60 characters.'],
  ['SITE_NAME', 'a\nb', 'SITE_NAME must be one line of plain text.'],
  ['SITE_URL', 'essays.example', 'SITE_URL must be the whole address of the site, such as https://essays.example.'],
  ['SITE_URL', 'ftp://essays.example', 'SITE_URL must be the whole address of the site, such as https://essays.example.'],
  ['SITE_URL', 'https://a:b@essays.example', 'SITE_URL must not hold a user name or password.'],
  ['SITE_URL', 'https://essays.example/blog', 'SITE_URL must end after the host: the site cannot live under a path.'],
  ['SITE_URL', 'https://essays.example/?a', 'SITE_URL must end after the host: the site cannot live under a path.'],
  ['DATABASE_URL', 'mysql://host/db', 'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/name.'],
  ['DATABASE_URL', 'secret', 'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/name.'],
  ['SMTP_URL', 'mail.example:25', 'SMTP_URL must be the address of a mail server such as smtp://user:password@host:587.'],
  [
    'DRAFTING_URL',
    'models.example',
    'DRAFTING_URL must be the address of a language model such as https://models.example/v1/chat/completions.',
  ],
  ['DRAFTING_URL', 'http://models.example/v1', 'DRAFTING_URL must begin with https://.'],
  ['DRAFTING_URL', 'https://me:sk-1@models.example/v1', 'DRAFTING_URL must not hold a user name or password.'],
  ['DRAFTING_KEY', 'sk-1 sk-2', 'DRAFTING_KEY must be one word.'],
  ['DRAFTING_MODEL', 'm?', 'DRAFTING_MODEL must be the name of a model.'],
  ['MAP_TILES_URL', 'http://tiles.example/{z}/{x}/{y}', 'MAP_TILES_URL must begin with https://.'],
  ['MAP_TILES_URL', 'https://me:pw@tiles.example/{z}/{x}/{y}', 'MAP_TILES_URL must not hold a user name or password.'],
  ['MAP_TILES_ATTRIBUTION', 'A\nB', 'MAP_TILES_ATTRIBUTION must be one line of plain text.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be the number of proxies in front, 0 to 9.'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(problemsOf({ [name]: value })).toEqual([sentence])
})

test('every wrong value is told at once', () => {
  expect(problemsOf({ PORT: 'x', SEED: 'x' })).toHaveLength(2)
})

describe('warnings', () => {
  test.each([
    ['others can reach us but no address is given', { HOST: '0.0.0.0' }, 'HOST lets others in'],
    ['sign-ins go over plain http', { HOST: '0.0.0.0', SITE_URL: 'http://essays.example' }, 'SITE_URL is plain http'],
    ['https without a trusted proxy', { SITE_URL: 'https://essays.example' }, 'SITE_URL is https'],
  ])('%s', (_case, environment, beginning) => {
    expect(readConfig(environment).warnings).toEqual([expect.stringMatching(`^${beginning}`)])
  })

  test('a site behind its proxy gives none', () => {
    expect(readConfig({ SITE_URL: 'https://essays.example', TRUST_PROXY: '1' }).warnings).toEqual([])
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.evil.test', false],
])('HOST=%s is loopback: %s', (host, expected) => {
  expect(readConfig({ HOST: host }).isLoopback).toBe(expected)
})

test('answers by mail are taken in where the operator says, for one domain', () => {
  const given = (INBOUND_MAIL: string) => readConfig({ INBOUND_MAIL }).inboundMail
  expect(given('smtp://127.0.0.1:2525?domain=Reply.essays.example')).toEqual({
    host: '127.0.0.1',
    port: 2525,
    domain: 'reply.essays.example',
  })
  expect(given('smtp://[::1]:2525/?domain=essays.example')).toEqual({ host: '::1', port: 2525, domain: 'essays.example' })
  const wrong = ['2525', 'smtp://127.0.0.1?domain=a.example', 'smtp://127.0.0.1:2525', 'smtp://127.0.0.1:2525?domain=a b', 'smtp://x:y@127.0.0.1:2525?domain=a.example', 'https://127.0.0.1:2525?domain=a.example'] // oxfmt-ignore
  for (const INBOUND_MAIL of wrong)
    expect(problemsOf({ INBOUND_MAIL }), INBOUND_MAIL).toEqual([expect.stringMatching(/^INBOUND_MAIL must be where to listen/u)])
})
