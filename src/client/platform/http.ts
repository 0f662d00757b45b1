// chunk: calls
import type { z } from 'zod'
import { call, openHttp } from '#local/kernel/http.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { currentSession, endSessionOf } from './session/session.ts'
import { tenantHeaders } from './session/tenant.ts'

/** The page's door to the server: speaks for this school and this person, and ends its session on a 401. */
export const http = openHttp({
  identify: () => {
    const headers = tenantHeaders()
    return {
      schoolCode: headers?.['school-id'],
      clientId: headers?.['client-id'],
      token: currentSession().token ?? undefined,
    }
  },
  onSessionEnded: (_messageId, token) => endSessionOf(token),
})

/** Calls an endpoint as the signed-in person, who may be asked to confirm their identity again; throws `AppError`. Import it lazily from screens that must open fast: it is 33 KB. */
export const ask = <B extends z.ZodType, R extends z.ZodType>(
  to: Endpoint<B, R>,
  input: z.input<B>,
  options?: { signal?: AbortSignal },
) => {
  const asked = () => call(http, to, input, options)
  return to.stepUp
    ? asked().catch(async (error: unknown) => (await import('./session/step-up.tsx')).proveAndRepeat(error, asked))
    : asked()
}
