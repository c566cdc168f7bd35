/**
 * A browser and its push service, on this machine: takes messages as RFC 8030 says, and reads them
 * with the browser's keys (RFC 8188, 8291).
 */
import type { AddressInfo } from 'node:net'
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'

export async function pushService(answers: readonly number[] = []) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const left = [...answers]
  const received: { readonly message: unknown; readonly headers: Readonly<Record<string, unknown>> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = left.shift() ?? 201
      if (status < 300) received.push({ message: JSON.parse(decrypted(Buffer.concat(chunks))), headers: request.headers })
      response.writeHead(status, status === 307 ? { location: 'http://127.0.0.1:1/' } : {}).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Made by `listen` above.
  const { port } = server.address() as AddressInfo

  function decrypted(body: Buffer): string {
    const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0]
    const [theirs, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
    const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
      const made = createHmac('sha256', key)
      for (const part of parts) made.update(part)
      return made.digest()
    }
    const one = Buffer.from([1])
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
    const secret = hmac(hmac(auth, ecdh.computeSecret(theirs)), info, one)
    const prk = hmac(salt, secret)
    const key = hmac(prk, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16)
    const nonce = hmac(prk, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // A record ends with 2 and padding of zeros.
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
  }

  return {
    received,
    device: { endpoint: `http://127.0.0.1:${port}/push/1`, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Whether a VAPID header was signed by this key (RFC 8292). */
export function isSignedBy(publicKey: string, authorization: string): boolean {
  const [, head = '', said = '', signature = ''] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+)/u.exec(authorization) ?? []
  const raw = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: raw.subarray(1, 33).toString('base64url'), y: raw.subarray(33).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', Buffer.from(`${head}.${said}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
