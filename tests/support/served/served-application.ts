import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { solveChallenge } from '#local/proof-of-work/solve-challenge.ts'
import { machineClock } from '#server/node/machine.ts'
import { readForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { askChallenge } from '#shared/identity/bot-protection.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { makeTablet } from '#tests/support/factories.ts'
import { fillForm } from '#tests/support/forms/fill-form.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import type { Box } from '#tests/support/server.ts'
import type { Served } from './served-school.ts'
import { schoolAsker } from './served-school-api.ts'
import { schoolDay } from './served-school-demo.ts'

interface Applied {
  child: string
  /** Who applies, and signs for the child. */
  guardian: { name: string; email: string }
}

/** A family of a served school applies, past any browser: everything that the form needs, signed as a browser signs it. */
export async function applyFor(served: Served, code: string, { child, guardian }: Applied): Promise<void> {
  const ask = schoolAsker(served, code)
  const { form } = await ask(readForm, { slug: 'admission' })
  const visitor = await openVisitor(served, code)
  const files: ReturnType<TestVisitor['file']>[] = []
  const file = ({ accept }: { accept: readonly ('jpeg' | 'png' | 'webp' | 'pdf')[] }) => {
    const made = visitor.file(accept[0] ?? 'pdf', 100)
    files.push(made)
    return made.answer
  }
  const filled = fillForm(form.definition, { today: schoolDay(code), amount: 'needed', variant: 0, file })
  const [signer] = filled['guardians'] as Answers[]
  const op = visitor.op('admission.submit', {
    form: 'admission',
    version: form.version,
    answers: {
      ...filled,
      legal_name: child,
      grade: '1',
      dob: '2024-03-11',
      writer_name: guardian.name,
      writer_email: guardian.email,
      guardians: [{ ...signer, ...guardian, may_sign: true, language: 'en' }],
    },
  })
  const { status, body } = await visitor.push([op])
  const outcome = status === 200 && pushOps.reply.parse(body).results[0]?.outcome
  if (outcome !== 'applied') throw new Error(`the application was not taken: ${JSON.stringify(body)}`)
  for (const each of files) await visitor.chunk(op.opId, each, 0)
}

/** Some other browser of a family, which has paid for one form. */
async function openVisitor(served: Served, code: string): Promise<TestVisitor> {
  const { challenge } = await schoolAsker(served, code)(askChallenge, {})
  // The kit speaks to an app; this one is on the other side of a real connection.
  const app = { request: (url: string, init: RequestInit) => send(served, code, url, init) }
  const box = { app, clock: machineClock } as unknown as Box
  const visitor = new TestVisitor(box, { schoolId: '', code }, await makeTablet())
  const { status } = await visitor.admit(await solveChallenge(challenge))
  if (status !== 200) throw new Error(`the visitor was not admitted: ${status}`)
  return visitor
}

/** Only a browser knows where `*.localhost` leads. */
async function send(served: Served, code: string, url: string, { method, headers, body }: RequestInit) {
  const { host } = new URL(served.origin(code))
  const asked = request({
    host: '127.0.0.1',
    port: served.port,
    method,
    path: new URL(url).pathname + new URL(url).search,
    headers: { ...Object.fromEntries(new Headers(headers)), host },
  }).end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const type = response.headers['content-type'] ?? ''
  return new Response(await text(response), { status: response.statusCode ?? 500, headers: { 'content-type': type } })
}
