import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { type StudentState, studentCommands } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { studentUpdate } from '#shared/admissions/student.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { may } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { moversOf } from '#shared/students/student-movers.rules.ts'
import { moverOfStep } from '#shared/students/student-steps.rules.ts'
import { overrideAge } from '../eligibility/student-age-override.service.ts'
import { agreeWaiver, payBack, waiveDeposit } from '../fees/deposit-settle.service.ts'
import { requireLawfulMoney } from '../fees/student-money.policy.ts'
import { draftOffer } from '../offers/offer.service.ts'
import { moveToPlace, receiveDeposit, resendLink, signOnPaper } from '../offers/student-offer.service.ts'
import { judgeClaim } from '../waiting-list/student-claim.service.ts'
import { approversOf } from './student-approval.policy.ts'
import { change, judge, lockStudentOrErased, requireKept, take } from './student-move.service.ts'
import { approve, propose, withdraw } from './student-proposal.service.ts'
import type { Decider, DeskDecider, StepAsked } from './student-step.types.ts'
import { writeDown } from './student-write-down.service.ts'

type Command = z.output<typeof studentUpdate.body>
interface Done {
  student: Student
  /** Set when the step waits for another's word. */
  proposalId: string | null
}

/**
 * Carries a command out, once: under a lock of its student, on the revision that was decided on. Sent again it changes nothing
 * and is answered as it was.
 * @throws AppError request.not-found, student.changed, and what each kind of change may be refused for
 */
export async function carryOut(tx: Tx, by: DeskDecider, command: Command): Promise<Done> {
  const student = await lockStudentOrErased(tx, by.schoolId, command.student_id)
  const isSender = ({ byUser }: typeof studentCommands.$inferSelect) => byUser === by.userId
  const once = { schoolId: by.schoolId, id: command.commandId, asked: asTold(command), isSender }
  return runOnce(tx, studentCommands, once, {
    again: ({ after, proposalId }) => ({ student: { ...student, ...after }, proposalId }),
    first: async (askedHash) => {
      // Money in the drawer goes back to a family whose file is gone, too.
      if (command.change.kind !== 'cash-return') requireKept(student)
      if (student.revision !== command.revision) throw new AppError('student.changed')
      const done = await carry(tx, by, student, command)
      await tx.insert(studentCommands).values({
        schoolId: by.schoolId,
        id: command.commandId,
        studentId: student.id,
        byUser: by.userId,
        askedHash,
        after: stateOf(done.student),
        proposalId: done.proposalId,
        recordedAt: toInstant(by.nowMs),
      })
      return done
    },
  })
}

/** An offer whose answer was lost is kept on the device and comes again as one from there: it is the same offer. */
const asTold = (command: Command) =>
  command.change.kind === 'offer' ? { ...command, change: { ...command.change, offline: undefined } } : command

async function carry(tx: Tx, by: DeskDecider, student: Student, command: Command): Promise<Done> {
  const { change: asked, commandId, decidedAt } = command
  switch (asked.kind) {
    case 'move': {
      const { to, outcome = null, reason, note, reviewOn = null, offline = false } = asked
      const step = { to, outcome, reason: reason || null, note: note || null, reviewOn, offerId: null, decidedAt }
      return takeOrPropose(tx, by, student, step, { wasOffline: offline })
    }
    case 'offer': {
      const offerId = uuidv7(by.nowMs, by.random)
      const said = { outcome: null, reason: null, note: asked.note || null, reviewOn: null }
      const step = { to: 'offer-out' as const, ...said, offerId, decidedAt }
      const prepare = async () => {
        await requireLawfulMoney(tx, by, student, asked.offer.terms)
        await draftOffer(tx, by, { id: offerId, studentId: student.id, asked: asked.offer })
      }
      return takeOrPropose(tx, by, student, step, { prepare, wasOffline: asked.offline ?? false })
    }
    case 'approve':
      return plain(await approve(tx, by, student, asked.proposalId))
    case 'withdraw-proposal':
      return plain(await withdraw(tx, by, student, { proposalId: asked.proposalId, note: asked.note || null }))
    case 'paper-signature':
      return plain(await signOnPaper(tx, by, student, { ...asked, commandId, decidedAt }))
    case 'resend':
      return plain(await resendLink(tx, by, student, asked))
    case 'deposit':
      return plain(await receiveDeposit(tx, by, student, { ...asked, commandId, decidedAt }))
    case 'waive-deposit':
      return plain(await waiveDeposit(tx, by, student, { ...asked, commandId }))
    case 'agree-waiver':
      return plain(await agreeWaiver(tx, by, student, { ...asked, commandId, decidedAt }))
    case 'refund':
      return plain(await payBack(tx, by, student, { ...asked, commandId }))
    case 'age-override':
      return plain(await overrideAge(tx, by, student, { commandId, reason: asked.reason }))
    case 'claim':
      return plain(await judgeClaim(tx, by, student, asked))
    case 'place':
      return plain(await moveToPlace(tx, by, student, asked.place))
    case 'assign':
      if (asked.owner !== null) await requireColleague(tx, by.schoolId, asked.owner)
      return plain(await change(tx, student, { ownerId: asked.owner, nextActionOn: asked.nextActionOn }))
    default:
      return plain(await writeDown(tx, by, student, { asked, commandId }))
  }
}

/** Takes a step, or keeps it until another agrees; what has to be written for either is, once it was judged. */
async function takeOrPropose(
  tx: Tx,
  by: Decider,
  student: Student,
  step: StepAsked,
  { prepare, wasOffline = false }: { prepare?: () => Promise<void>; wasOffline?: boolean },
): Promise<Done> {
  const movers = moversOf(by.roles)
  const move = await judge(tx, student, step, { movers, by })
  await prepare?.()
  const isToBeSeen = wasOffline && move.offline !== 'queue'
  if (isToBeSeen || (await approversOf(tx, by.schoolId, move, movers)).length > 0) return propose(tx, by, student, step)
  const mover = moverOfStep(move, movers)
  if (!mover) throw new AppError('access.denied')
  return plain(await take(tx, by, student, { step, move, takers: { mover, byUser: by.userId, approvedBy: null } }))
}

const plain = (student: Student): Done => ({ student, proposalId: null })

/** Only who may decide can look after a file. @throws AppError request.invalid */
async function requireColleague(tx: Tx, schoolId: string, userId: UserId) {
  const person = (await findPeople(tx, schoolId, [userId])).get(userId)
  if (!person || person.disabledMs !== undefined || !may(person.roles, 'students.decide'))
    throw new AppError('request.invalid', { field: 'owner' })
}

const stateOf = (student: Student): StudentState => ({
  status: student.status,
  statusSince: student.statusSince,
  heldFrom: student.heldFrom,
  reviewOn: student.reviewOn,
  outcome: student.outcome,
  closedBy: student.closedBy,
  ownerId: student.ownerId,
  nextActionOn: student.nextActionOn,
  campus: student.campus,
  entryYear: student.entryYear,
  grade: student.grade,
  stream: student.stream,
  revision: student.revision,
})
