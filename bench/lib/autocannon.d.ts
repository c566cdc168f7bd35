// autocannon brings no types: what is used of it.
declare module 'autocannon' {
  interface Result {
    readonly errors: number
    readonly non2xx: number
    readonly requests: { readonly average: number }
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number }
  }
  interface Options {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly headers?: Readonly<Record<string, string>>
  }
  export default function autocannon(options: Options): Promise<Result>
}
