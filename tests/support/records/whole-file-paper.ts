import { studentConsents } from '#shared/consents/consent-paper.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { paper } from './document-kit.ts'
import { bringConsentScan } from './scan-kit.ts'
import type { WholeFile } from './whole-file.ts'
import { marks } from './whole-file-marks.ts'

/** A guardian of the child agrees to something on paper, whose scan has words of its own. */
export async function agreeOnPaper(box: Box, officer: Caller, file: WholeFile): Promise<void> {
  const student_id = file.studentId
  const { people } = studentConsents.reply.parse((await call(box.app, officer, studentConsents, { student_id })).body)
  const [person] = people
  if (!person) throw new Error('nobody is asked')
  const sent = paper('pdf', `${marks.word} agrees`, `${marks.word} agrees.pdf`)
  const state = await bringConsentScan(box, officer, student_id, sent)
  if (state !== 'complete') throw new Error(`the scan is ${state}`)
  const { name, email, lastActId: seen } = person
  const answers = [{ purpose: 'trips', version: 1, agrees: true }]
  const said = { guardian: { name, email }, answers, on: '2030-03-01', scanId: sent.ref.fileId, seen }
  await file.step(officer, { kind: 'paper-consent', ...said })
}
