import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import * as z from 'zod/mini'

/** What a browser and a key in it answer (WebAuthn level 2), by hand; each lie can be chosen. */
interface Lies {
  readonly origin?: string
  readonly host?: string
  readonly isVerified?: boolean
  readonly type?: string
}

const Options = z.object({ challenge: z.string() })

export function passkeyDevice(origin: string) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let count = 0

  const clientData = (type: string, options: string, { origin: from = origin, type: said = type }: Lies) =>
    Buffer.from(JSON.stringify({ type: said, challenge: Options.parse(JSON.parse(options)).challenge, origin: from, crossOrigin: false }))
  const head = ({ host = new URL(origin).hostname, isVerified = true }: Lies, extra = 0) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([hash(Buffer.from(host)), Buffer.from([1 | (isVerified ? 4 : 0) | extra]), counter])
  }
  const answer = (response: Readonly<Record<string, unknown>>) =>
    JSON.stringify({ id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {}, response })

  return {
    id: base64(id),
    /** How often it says that it has signed, from the next time. */
    countAs(value: number) {
      count = value - 1
    },
    register(options: string, lies: Lies = {}): string {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      // A map of five: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        ...[Buffer.from(x, 'base64url'), Buffer.from([0x22, 0x58, 0x20]), Buffer.from(y, 'base64url')],
      ])
      const data = Buffer.concat([head(lies, 0x40), Buffer.alloc(16), length, id, key])
      // A map of three: fmt "none", attStmt {}, authData of less than 256 bytes.
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0]), word('authData')],
        ...[Buffer.from([0x58, data.length]), data],
      ])
      return answer({
        clientDataJSON: base64(clientData('webauthn.create', options, lies)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      })
    },
    sign(options: string, lies: Lies = {}): string {
      count += 1
      const [client, data] = [clientData('webauthn.get', options, lies), head(lies)]
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return answer({ clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) })
    },
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64url')
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
/** A short text in CBOR. */
const word = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
