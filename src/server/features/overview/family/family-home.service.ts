import type { z } from 'zod'
import { type ConsentAsk, requestsForStudent } from '#server/features/consents/open-requests.service.ts'
import { openItems } from '#server/features/fees/ledger/open-items.service.ts'
import { myPayers, payersAt } from '#server/features/fees/family/my-payers.service.ts'
import { addressOfAccount } from '#server/features/identity/sessions/accounts.service.ts'
import { needsOf } from '#server/features/admissions/family/family-needs.service.ts'
import { progressOf } from '#server/features/admissions/family/family-progress.service.ts'
import { familyPapers } from '#server/features/admissions/family/family-papers.service.ts'
import { messagesTo, untoldChanges } from '#server/features/messaging/family-messages.service.ts'
import { readPupilAccount } from '#server/features/pos/accounts/see-account.service.ts'
import { addressKey } from '#server/features/students/family/family.service.ts'
import { wholeStudents } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { dayAfter, businessDay, type Day, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { FamilyHome } from '#shared/overview/family/family-home.contract.ts'
import { type MyChild, myChildren } from './family-access.service.ts'
import { familyLetters } from './family-letters.service.ts'

type View = z.input<typeof FamilyHome>
type Child = View['children'][number]

/** Days for which a closed application stays on the home. */
const closedDays = 60
/** Days ahead in which fees are shown before they fall due. */
const feeDays = 21

/** Reads the home of the signed-in family: only its own children, and of each what this account may see. */
export async function readHome(tx: Tx, ctx: SessionCtx): Promise<View> {
  const { schoolId, timeZone } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const email = addressKey(ctx.session.user.email)
  const mine = await myChildren(tx, ctx)
  const ids = mine.map(({ student }) => student.id)
  const students = new Map((await wholeStudents(tx, schoolId, ids)).map((row) => [row.id, row]))
  const untold = await untoldChanges(tx, schoolId, ids)
  const children: Child[] = []
  const needs: View['needs'] = []
  for (const child of mine) {
    const student = students.get(child.student.id)
    if (!student || student.erasedAt !== null) continue
    const isOld = student.status === 'rejected' && fromInstant(student.statusSince) < nowMs - closedDays * dayMs
    if (isOld) continue
    const seesAdmission = child.rights.includes('admission')
    const seesDocuments = child.rights.includes('documents')
    const of = { email, seesAdmission, seesDocuments, isTold: (changeId: string) => !untold.has(changeId) }
    const progress = await progressOf(tx, ctx, student, of)
    const account = await readPupilAccount(tx, schoolId, student.id)
    const hasAccount = account !== undefined && account.state !== 'closed'
    const papers = seesDocuments && progress.stage !== 'closed' ? await familyPapers(tx, ctx, student) : []
    const letters = seesAdmission ? await familyLetters(tx, schoolId, student.id, progress.stage) : []
    children.push({
      ...shown(child, seesAdmission, progress),
      number: hasAccount ? account.admissionNo : null,
      className: hasAccount ? account.className : null,
      hasCanteen: hasAccount && child.rights.includes('canteen'),
      papers,
      letters: letters.map(({ id, title, issuedAt }) => ({ id, title, issuedAt })),
      consents: seesAdmission ? answeredBy(await requestsForStudent(tx, student), email) : [],
    })
    if (progress.stage !== 'closed') needs.push(...(await needsOf(tx, ctx, student, of)))
  }
  const told = children.filter(({ rights }) => rights.includes('admission')).map(({ studentId }) => studentId)
  const messages = await messagesTo(tx, { schoolId, studentIds: told, email })
  const today = businessDay(nowMs, timeZone, 0)
  return {
    at: toInstant(nowMs),
    today,
    children,
    needs: needs.toSorted((a, b) => ((a.until ?? '9999') < (b.until ?? '9999') ? -1 : 1)),
    fees: await feesOf(tx, ctx, today, mine),
    messages,
  }
}

/** Without the right to the application only who the child is, and whether it is at the school. */
function shown(
  { student, rights, mayInvite }: MyChild,
  seesAdmission: boolean,
  progress: Awaited<ReturnType<typeof progressOf>>,
) {
  const { id: studentId, nameLatin, nameArabic, grade, entryYear, reference } = student
  const { stage, startOn, steps, appointments } = progress
  const who = { studentId, nameLatin, nameArabic, grade, entryYear, reference, rights: [...rights], mayInvite }
  return seesAdmission
    ? { ...who, stage, startOn, steps, appointments }
    : { ...who, stage, startOn: null, steps: [], appointments: [] }
}

/** What this address has answered of consents; a link that staff have ended opens nothing. */
const answeredBy = (asks: readonly ConsentAsk[], email: string) =>
  asks
    .filter((each) => addressKey(each.email) === email && each.revokedAt === null)
    .flatMap(({ id, answeredAt }) => (answeredAt === null ? [] : [{ id, answeredAt }]))

/**
 * Open fees that are due, or fall due soon: of each of the account's own payers, and of each child whose fees an invited guardian may
 * see, what the guardian who has invited it pays. Nobody shows another payer's money.
 */
async function feesOf(tx: Tx, ctx: SessionCtx, today: Day, mine: readonly MyChild[]): Promise<View['fees']> {
  const { schoolId, currency } = ctx.school
  const payers = await myPayers(tx, ctx)
  const asked: {
    studentId: string | null
    of: Parameters<typeof openItems>[2]
    isShown: (payerId: string) => boolean
  }[] = payers.map((payerId) => ({ studentId: null, of: { payerId }, isShown: () => true }))
  for (const { student, rights, invitedBy } of mine) {
    if (invitedBy === null || !rights.includes('fees')) continue
    const inviter = await addressOfAccount(tx, schoolId, invitedBy)
    const theirs = inviter === undefined ? [] : await payersAt(tx, schoolId, inviter)
    const isShown = (payerId: string) => theirs.includes(payerId) && !payers.includes(payerId)
    asked.push({ studentId: student.id, of: { studentId: student.id }, isShown })
  }
  const fees: View['fees'] = []
  for (const { studentId, of, isShown } of asked) {
    const items = (await openItems(tx, schoolId, of)).filter(
      ({ open, dueOn, payerId }) => open > 0 && dueOn <= dayAfter(today, feeDays) && isShown(payerId),
    )
    const [first] = items.map(({ dueOn }) => dueOn).toSorted()
    if (first === undefined) continue
    const amount = minor(sum(items.map(({ open }) => open)))
    fees.push({ amount, currency, until: first, isOverdue: first < today, studentId })
  }
  return fees
}
