import type { DemoSignIn } from '#server/db/seed/seed-demo.ts'

/** From the page to the server in the worker: one request, its body already read. */
export interface DemoCall {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}

export interface DemoAnswer {
  type: 'answer'
  id: number
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}

export type DemoReady = { type: 'ready'; signIns: readonly DemoSignIn[] } | { type: 'failed'; reason: string }
