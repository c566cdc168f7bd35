/** As CouchDB says no. */
export class GatewayRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, reason: string) {
    super(reason)
    this.name = 'GatewayRefusal'
    this.status = status
    this.code = code
  }
}
