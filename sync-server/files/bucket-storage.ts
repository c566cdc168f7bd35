/**
 * Files in a bucket that speaks S3 (path style: `ENDPOINT/BUCKET/KEY`), with requests signed by
 * aws4fetch. A PUT there is whole or not at all. Each request has a limit of time; what the other
 * side says when it refuses goes into the log's error, never to a reader.
 */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { FileStorage } from './storage.ts'
import { requireStorageKey } from './storage.ts'

export interface BucketPlace {
  /** `https://s3.example/bucket`, perhaps with a folder; no slash at the end. */
  readonly address: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

const patienceMs = 30_000

export function bucketStorage(place: BucketPlace): FileStorage {
  const client = new AwsClient({ accessKeyId: place.key, secretAccessKey: place.secret, region: place.region, service: 's3', retries: 2 })

  async function ask(method: string, key: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    requireStorageKey(key)
    return client.fetch(`${place.address}/${key}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': 'application/octet-stream', 'content-length': String(body.length) } }),
    })
  }

  return {
    async keep(key, path) {
      const response = await ask('PUT', key, new Uint8Array(await readFile(path)))
      if (!response.ok) throw await failure('PUT', response)
      await response.body?.cancel()
    },
    async open(key) {
      const response = await ask('GET', key)
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (!response.ok || response.body === null) throw await failure('GET', response)
      // The same stream under two declarations of its type.
      const stream = Readable.fromWeb(response.body as unknown as NodeReadableStream)
      const length = response.headers.get('content-length')
      // What came packed is longer than it says.
      const isKnown = length !== null && response.headers.get('content-encoding') === null
      return { bytes: isKnown ? Number(length) : null, stream }
    },
    async remove(key) {
      const response = await ask('DELETE', key)
      if (!response.ok && response.status !== 404) throw await failure('DELETE', response)
      await response.body?.cancel()
    },
  }
}

async function failure(method: string, response: Response): Promise<Error> {
  const words = (await response.text().catch(() => '')).slice(0, 300)
  return new Error(`file storage: ${method} was answered ${response.status} ${words}`)
}
