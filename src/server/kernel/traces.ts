/** A call that was answered, for traces: its route and codes; never its query, its body, a school or a person. */
export interface AnsweredCall {
  /** Id of the call as logs have it. */
  readonly requestId: string
  readonly method: string
  /** Pattern of the address. */
  readonly route: string
  readonly status: number
  readonly startedMs: number
  readonly endedMs: number
  /** W3C trace context of a trusted proxy, as it came; undefined without one. */
  readonly parent: string | undefined
}

/** Traces of what a server does, for a collector outside. */
export interface Traces {
  recordCall(call: AnsweredCall): void
  /** Sends what waits. */
  stop(): Promise<void>
}
