import { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import { letterPdf, offerLetterPdf, studentLetters, verifyLetter } from '#shared/letters/issued-letter.contract.ts'
import { openOffer } from '#tests/support/records/offers-made.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

export interface Given {
  status: number
  headers: Headers
  /** Empty where it was refused. */
  bytes: Uint8Array
  refused: string | undefined
}

/** One call for a file. */
export async function fileFrom(
  { app }: Box,
  from: Caller,
  to: Endpoint,
  input: Record<string, unknown>,
): Promise<Given> {
  const named = Object.entries(input).filter(([name]) => to.query?.includes(name))
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  const headers = new Headers({ 'content-type': 'application/json' })
  if (from.school !== undefined) headers.set('client-id', from.school)
  if (from.token !== undefined) headers.set('authorization', `Bearer ${from.token}`)
  const init = { method: 'POST', headers, body: JSON.stringify(input) }
  const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const response = await app.request(`http://localhost${apiPrefix}${to.path}${query && `?${query}`}`, init, connection)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isFile = response.status === 200
  const refusal: unknown = isFile ? {} : JSON.parse(new TextDecoder().decode(bytes))
  const refused = (refusal as { messageId?: string }).messageId
  return { status: response.status, headers: response.headers, bytes: isFile ? bytes : new Uint8Array(), refused }
}

export const pdfByLink = (box: Box, from: Caller, offerLetterToken: string, admission_number?: string) =>
  fileFrom(box, from, offerLetterPdf, { offerLetterToken, admission_number })

export const pdfForStaff = (box: Box, from: Caller, student_id: string, id: string) =>
  fileFrom(box, from, letterPdf, { student_id, id })

export async function lettersOf(box: Box, from: Caller, student_id: string) {
  const { status, body } = await call(box.app, from, studentLetters, { student_id })
  if (status !== 200) throw new Error(String(body['messageId']))
  return studentLetters.reply.parse(body).letters
}

/** The code that stands on the letter of a link. */
export async function codeOf(box: Box, from: Caller, token: string): Promise<string> {
  const url = OfferPage.parse(await openOffer(box, from, token)).offer?.document.verification?.url ?? ''
  return url.slice(url.lastIndexOf('/') + 1)
}

export async function verifies(box: Box, from: Caller, code: string, sha256?: string) {
  const { status, body } = await call(box.app, from, verifyLetter, { code, sha256 })
  return status === 200 ? verifyLetter.reply.parse(body) : { refused: body['messageId'] }
}
