import { strToU8, zipSync } from 'fflate'

/**
 * An archive that leaves as it is made, file by file: what has gone in is held by nobody here any
 * more. Each file is packed by itself and its sizes stand before it (fflate's own stream puts them
 * behind, which readers of books do not all understand); only the list of files is kept for the
 * end. No archive of the larger kind (Zip64): 4 GB and 65,535 files are the most.
 */
export class ZipOut {
  readonly #onBytes: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #records: Uint8Array[] = []
  #length = 0

  /** @param onBytes gets the archive, piece by piece. */
  constructor(onBytes: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#onBytes = onBytes
  }

  text(name: string, text: string): void {
    this.#put(name, strToU8(text), 6)
  }

  /** For what is packed already, such as pictures. */
  stored(name: string, bytes: Uint8Array): void {
    this.#put(name, bytes, 0)
  }

  end(): void {
    const size = this.#records.reduce((sum, record) => sum + record.length, 0)
    const end = new DataView(new ArrayBuffer(22))
    end.setUint32(0, 0x06054b50, true)
    end.setUint16(8, this.#records.length, true)
    end.setUint16(10, this.#records.length, true)
    end.setUint32(12, size, true)
    end.setUint32(16, this.#length, true)
    for (const record of this.#records) this.#onBytes(new Uint8Array(record))
    this.#onBytes(new Uint8Array(end.buffer))
  }

  /** @throws RangeError beyond what an archive of this kind can hold. */
  #put(name: string, bytes: Uint8Array, level: 0 | 6): void {
    const alone = new Uint8Array(zipSync({ [name]: [bytes, { level }] }))
    const end = new DataView(alone.buffer, alone.length - 22)
    const from = end.getUint32(16, true)
    const record = alone.slice(from, from + end.getUint32(12, true))
    if (this.#length + from > 0xffff_ffff || this.#records.length >= 0xffff) throw new RangeError('more than an archive can hold')
    new DataView(record.buffer).setUint32(42, this.#length, true)
    this.#records.push(record)
    this.#onBytes(alone.subarray(0, from))
    this.#length += from
  }
}
