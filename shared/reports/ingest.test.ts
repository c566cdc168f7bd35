import { expect, test } from 'vitest'
import { reportPlace, tunnelPath } from './ingest.ts'

test('a DSN names the project, and its host the organisation unless that is given', () => {
  const dsn = 'https://abc@o42.ingest.example.com/77'
  expect(reportPlace(dsn, '')).toEqual({ org: '42', project: '77', dsn })
  expect(reportPlace(dsn, 'essays')).toEqual({ org: 'essays', project: '77', dsn })
  expect(tunnelPath({ org: '42', project: '77' })).toBe('/api/sentry?o=42&p=77')
})

test.each([
  'https://o42.ingest.example.com/77',
  'https://abc@host.example/',
  'https://abc@host.example/a/b',
  'https://abc@host.example/%2e%2e',
  'https://abc@host.example/7?x=1',
  'ftp://abc@host.example/7',
  'none',
])('%s is no DSN', (dsn) => {
  expect(reportPlace(dsn, '')).toBeNull()
})
