import { strFromU8, unzipSync } from 'fflate'
import { runAccess } from '#server/features/retention/access/run-access.service.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { startSubjectAccess, SubjectAccess, subjectAccessFile } from '#shared/retention/subject-access.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

/** Entries of a file of subject access, as text by path. */
export type Entries = ReadonlyMap<string, string>

/** Asks for what the school holds of a child, waits until it is there, and opens it. */
export async function takeAccess(
  box: Box,
  by: Caller,
  { schoolId, studentId, language = 'en' }: { schoolId: string; studentId: string; language?: Language },
): Promise<{ access: SubjectAccess; entries: Entries }> {
  const asked = { commandId: OpId.parse(crypto.randomUUID()), student_id: studentId, language }
  const { status, body } = await call(box.app, by, startSubjectAccess, asked)
  if (status !== 200) throw new Error(`not begun: ${JSON.stringify(body)}`)
  const access = SubjectAccess.parse(body['access'])
  await runAccess(box.deps, schoolId, access.id)
  return { access, entries: await openAccess(box, by, access.id) }
}

/** Fetches a finished file and opens it. */
export async function openAccess(box: Box, by: Caller, id: string): Promise<Entries> {
  const files = unzipSync(await fetchAccess(box, by, id))
  return new Map(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

/** Fetches a finished file. @returns the bytes of its ZIP */
export async function fetchAccess(box: Box, by: Caller, id: string): Promise<Uint8Array> {
  const headers = new Headers({ 'content-type': 'application/json', 'client-id': by.school ?? '' })
  headers.set('authorization', `Bearer ${by.token}`)
  const init = { method: 'POST', headers, body: JSON.stringify({ id }) }
  const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const response = await box.app.request(`http://localhost${apiPrefix}${subjectAccessFile.path}`, init, connection)
  if (response.status !== 200) throw new Error(`not fetched: ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** What stands in the data of a table. */
export const rowsOf = (entries: Entries, table: string): readonly Record<string, unknown>[] =>
  JSON.parse(entries.get(`data/${table}.json`) ?? '[]') as Record<string, unknown>[]
