import { createSign, generateKeyPairSync } from 'node:crypto'
import { hourMs } from '#shared/kernel/durations.ts'

interface SelfSigned {
  /** Both as PEM. */
  readonly certificate: string
  readonly key: string
}

/** DER (ITU-T X.690): tag, length, what is in it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const number = (value: number): Buffer => der(0x02, Buffer.from([value]))
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/gu, '').slice(2, 14)}Z`))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = objectId('550403')
const alternativeNames = objectId('551d11')

/**
 * A certificate for one host (RFC 5280, version 3), good for an hour: made anew for each test, so
 * that no key lies about.
 */
export function selfSigned(host: string, now = Date.now()): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const names = sequence(alternativeNames, der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const signed = sequence(
    der(0xa0, number(2)),
    number(1),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now - hourMs)), time(new Date(now + hourMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const signature = createSign('sha256').update(signed).sign(privateKey)
  const whole = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/gu, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
