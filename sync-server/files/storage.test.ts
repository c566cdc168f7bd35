import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStorage } from './storage.ts'
import { bucketStorage } from './bucket-storage.ts'
import { folderStorage } from './folder-storage.ts'

let folder = ''
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-files-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})

const key = 'pictures/q4/01abc-480.webp'
const secret = 'wJalr+secret/of=ours'

async function aFile(words: string): Promise<string> {
  const path = join(folder, `sent-${words.length}-${words.slice(0, 5)}`)
  await writeFile(path, words)
  return path
}

async function read(storage: FileStorage, of = key): Promise<string | null> {
  const file = await storage.open(of)
  if (file === null) return null
  const bytes = await buffer(file.stream)
  if (file.bytes !== null) expect(file.bytes).toBe(bytes.length)
  return bytes.toString()
}

/**
 * A bucket in memory that lets nobody in whose signature it cannot compute itself (AWS Signature
 * Version 4, as Amazon documents it).
 */
async function aBucket() {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    asked.push(`${request.method} ${request.url}`)
    if (!isSigned(request, body)) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const name = request.url ?? ''
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') objects.delete(name)
    const found = objects.get(name)
    if (request.method === 'GET') return found === undefined ? response.writeHead(404).end('<Error/>') : response.writeHead(200).end(found)
    return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  return { objects, asked, address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/essays/site-1` }
}

function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const given = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})/u.exec(
    headers.authorization ?? '',
  )
  if (given === null) return false
  const [, keyId, day = '', region = '', names = '', signature] = given
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== hex(body)) return false
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', lines.join(''), names, bodyHash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hex(Buffer.from(canonical))].join('\n')
  const chain = [day, region, 's3', 'aws4_request'].reduce<Buffer>((before, part) => hmac(before, part), Buffer.from(`AWS4${secret}`))
  return keyId === 'OURS' && region === 'eu-7' && names.includes('host') && hmac(chain, toSign).toString('hex') === signature
}

const hmac = (over: Buffer, text: string): Buffer => createHmac('sha256', over).update(text).digest()
const hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const places: readonly (readonly [string, () => Promise<FileStorage>])[] = [
  ['a folder', async () => folderStorage(join(folder, 'files'))],
  ['a bucket', async () => bucketStorage({ address: (await aBucket()).address, region: 'eu-7', key: 'OURS', secret })],
]

test.each(places)('%s gives back what was kept, replaces it, and forgets it', async (_where, open) => {
  const storage = await open()
  expect(await read(storage)).toBeNull()
  await storage.keep(key, await aFile('first words'))
  expect(await read(storage)).toBe('first words')
  await storage.keep(key, await aFile('other words than those'))
  expect(await read(storage)).toBe('other words than those')
  await storage.remove(key)
  await storage.remove(key)
  expect(await read(storage)).toBeNull()
})

test.each(places)('%s takes no key that could lead elsewhere', async (_where, open) => {
  const storage = await open()
  for (const wrong of ['../secret', '/etc/passwd', 'a/../b', 'a//b', 'A', 'a b', '', '.hidden', 'a\u0000b'])
    await expect((async () => storage.open(wrong))()).rejects.toThrow(TypeError)
})

test('a folder shows a file whole or not at all, and leaves nothing of one that failed', async () => {
  const storage = folderStorage(join(folder, 'files'))
  await storage.keep(key, await aFile('first words'))
  await expect(storage.keep(key, join(folder, 'not-there'))).rejects.toThrow('ENOENT')
  expect(await read(storage)).toBe('first words')
  expect(await readdir(join(folder, 'files', 'pictures', 'q4'))).toEqual(['01abc-480.webp'])
})

test('a bucket is asked in path style under its folder, and a wrong secret is an error, not an empty picture', async () => {
  const { address, asked, objects } = await aBucket()
  await bucketStorage({ address, region: 'eu-7', key: 'OURS', secret }).keep(key, await aFile('words'))
  expect([asked, objects.get(`/essays/site-1/${key}`)?.toString()]).toEqual([[`PUT /essays/site-1/${key}`], 'words'])
  const stranger = bucketStorage({ address, region: 'eu-7', key: 'OURS', secret: 'guessed' })
  await expect(stranger.open(key)).rejects.toThrow('403')
  await expect(stranger.keep(key, await aFile('others'))).rejects.toThrow('403')
  await expect(bucketStorage({ address: 'http://127.0.0.1:1/essays', region: 'eu-7', key: 'OURS', secret }).open(key)).rejects.toThrow()
})
