import { SMTPServer } from 'smtp-server'
import { freePort } from '../../../scripts/ports.ts'

export interface MailSink {
  readonly url: string
  /** The Message-ID of each mail that was taken, with whom it is to, and the whole of it. */
  readonly taken: readonly { readonly to: string; readonly id: string; readonly source: string }[]
  close(): Promise<void>
}

/** A mail server that takes everything, slowly enough for several nodes to be at it at once. */
export async function startMailSink(): Promise<MailSink> {
  const taken: { to: string; id: string; source: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        const id = /^message-id: (.*)$/imu.exec(source)?.[1] ?? ''
        taken.push({ to: envelope.rcptTo.map(({ address }) => address).join(), id: id.trim(), source })
        setTimeout(callback, 50)
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}?tls=none`,
    taken,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
