import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import type { Deps } from '#server/kernel/deps.ts'
import { type Audience, apiPrefix, type Endpoint, FileReply, fileTypes } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { generationHeader } from '#shared/sync/server-state.contract.ts'
import { buildContext } from './build-context.ts'
import type {
  CommonCtx,
  DeviceCtx,
  EitherCtx,
  OpenCtx,
  ProviderCtx,
  SenderCtx,
  Session,
  SessionCtx,
} from './context.ts'
import { ReplyMismatchError } from './errors.ts'
import { parseInput, readBody } from './input.ts'
import type { ReadWithDevice, Services } from './services.ts'

/** A viewer may show our file, and nothing in it may run. */
const showOnly = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Answers with a file to save, under its name in any script; not cached on the way (`guardAnswers`). */
function sendFile(c: Context, { name, kind, bytes }: FileReply): Response {
  return c.body(Uint8Array.from(bytes), 200, {
    'content-type': fileTypes[kind],
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${asciiName(name, kind)}"; filename*=UTF-8''${encoded(name)}`,
    'content-security-policy': showOnly,
  })
}

/** Returns an ASCII name for programs that support no other. */
function asciiName(name: string, kind: FileReply['kind']): string {
  const plain = name
    .slice(0, -kind.length - 1)
    .replaceAll(/[^\w .()-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${/\w/.test(plain) ? plain : 'document'}.${kind}`
}

/** Encodes a name by RFC 8187: `encodeURIComponent` leaves five characters that have a meaning there. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Reply with another status or with its own headers; a handler may return it in place of the bare reply. */
export class Answer<T> {
  readonly value: T
  readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>

  constructor(value: T, more: { status?: ContentfulStatusCode; headers?: Record<string, string> } = {}) {
    this.value = value
    this.status = more.status ?? 200
    this.headers = more.headers ?? {}
  }
}

/** Endpoint of the contract with its handler. Made by `route`, mounted by `mountRoutes`. */
export interface Route {
  readonly endpoint: Endpoint
  readonly headers: Readonly<Record<string, string>>
  readonly withDevice?: ReadWithDevice | undefined
  // Declared as a method: each route knows its own context and input, the list of routes only that they exist.
  handle(ctx: CommonCtx, input: unknown): Promise<unknown>
}

/** Routes of a feature, for `createApp`. Called once per app, so the closure may hold the feature's state. */
export type Feature = (deps: Deps) => readonly Route[]

type Handler<C, E extends Endpoint> = (
  ctx: C,
  input: z.output<E['body']>,
) => Promise<z.input<E['reply']> | Answer<z.input<E['reply']>>>

interface RouteOptions {
  /** Headers on every answer of the route, including refusals. */
  headers?: Record<string, string>
  /** Read with the device that calls, in the same statement: the handler finds it in `ctx.device.beside`. */
  withDevice?: ReadWithDevice
}

const routeFor =
  <C extends CommonCtx>(audience: Audience) =>
  <E extends Endpoint>(endpoint: E, handle: Handler<C, NoInfer<E>>, options: RouteOptions = {}): Route => {
    if (endpoint.audience !== audience) {
      throw new TypeError(`${endpoint.path} is for ${endpoint.audience}, but is served for ${audience}`)
    }
    return { endpoint, headers: options.headers ?? {}, withDevice: options.withDevice, handle }
  }

/**
 * Ties a handler to an endpoint: `route.session(tillList, async (ctx, input) => reply)`. The method name repeats the contract's
 * audience, which types `ctx`; a mismatch throws when the app is created.
 */
export const route = {
  common: routeFor<CommonCtx>('common'),
  provider: routeFor<ProviderCtx>('provider'),
  open: routeFor<OpenCtx>('open'),
  session: routeFor<SessionCtx>('session'),
  device: routeFor<DeviceCtx>('device'),
  either: routeFor<EitherCtx>('either'),
  sender: routeFor<SenderCtx>('sender'),
}

/** 64 KB: limit of a body unless the contract sets another. */
const defaultBodyLimit = 64 * 1024

/** Mounts the routes below the prefix. Refusals are thrown as `AppError` and answered by the app's error handler. */
export function mountRoutes(app: Hono, services: Services, routes: readonly Route[]): void {
  for (const each of routes) {
    const { method, path } = each.endpoint
    app.on(method.toUpperCase(), apiPrefix + path, (c) => answerCall(c, services, each))
  }
}

async function answerCall(c: Context, services: Services, each: Route) {
  const { endpoint, headers } = each
  c.set('route', apiPrefix + endpoint.path)
  setHeaders(c, headers)
  const installation = await services.deps.installation.state().catch(() => undefined)
  if (installation) c.header(generationHeader, installation.generation)
  // Size first, then sender: a device signs the body. Only then is anything parsed.
  const rawBody = await readBody(c.req.raw, endpoint.bodyLimit ?? defaultBodyLimit)
  const ctx = await buildContext(c, services, each, rawBody)
  const input = parseInput(endpoint, c, rawBody)
  if (endpoint.stepUp) requireFreshProof(ctx)
  const result = await each.handle(ctx, input)
  const answer = result instanceof Answer ? result : new Answer(result)
  const reply = endpoint.reply.safeParse(answer.value)
  if (!reply.success) throw new ReplyMismatchError(reply.error)
  setHeaders(c, answer.headers)
  return endpoint.isFile ? sendFile(c, FileReply.parse(reply.data)) : c.json(reply.data as object, answer.status)
}

/** For so long a proof of who sits at the screen counts for calls that need one. */
const proofMs = 10 * minuteMs

/** @throws AppError auth.step-up-needed */
function requireFreshProof(ctx: CommonCtx & { session?: Session | undefined }): void {
  const provedMs = ctx.session?.provedMs
  if (provedMs === undefined || ctx.deps.clock.nowMs() - provedMs >= proofMs) throw new AppError('auth.step-up-needed')
}

function setHeaders(c: Context, headers: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}
