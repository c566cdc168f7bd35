/** Files that somebody with bad intentions sends, made here: none lies about. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const svgWithScript = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script></svg>',
)

/** Read as a picture it has a head; read as a script it runs. */
export const gifThatIsScript = Buffer.from('GIF89a/*\u0000\u0000\u0000\u0000\u0000\u0000\u0000*/=1;alert(document.domain)//', 'latin1')

/** A head that promises `width` times `height` points, and hardly any data. */
export function claimingPng(width: number, height: number, isInterlaced = false): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/**
 * As a phone held upright makes one: turned by a note in it (orientation 6), red at its left, with
 * a place and a name in its notes.
 */
export async function aPhoto(width: number, height: number): Promise<Buffer> {
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const red = await sharp({ create: { width: Math.round(width / 10), height, channels: 3, background: '#e01010' } })
    .png()
    .toBuffer()
  return sharp(noise)
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Canoe', ImageDescription: 'at home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 4366/100' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()
}
