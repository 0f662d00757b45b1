import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { studentCommands } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { recordConsents } from '../eligibility/consent-record.service.ts'
import { overrideAge } from '../eligibility/student-age.service.ts'
import { recordFormality } from '../eligibility/student-formality.service.ts'
import { waiveForm, withdrawFormWaiver } from '../eligibility/student-forms.service.ts'
import { checkIdentity } from '../eligibility/student-identity.service.ts'
import { approveDepositWaiver, recordDeposit, recordRefund, requestDepositWaiver } from '../fees/deposit.service.ts'
import { placeCash, returnCash } from '../fees/place-cash.service.ts'
import { recordFeePayment, recordFeeRefund, reverseFee } from '../fees/record-fee.service.ts'
import { requireLawfulMoney } from '../fees/student-money.policy.ts'
import { fileNotice } from '../fees/student-notice.service.ts'
import { moveToPlace } from '../file/student-place.service.ts'
import { lockStudentOrErased, requireNotErased, stateOf, updateStudent } from '../file/student-row.service.ts'
import { setAllergens, settlePupilAccount } from '../joining/student-account.service.ts'
import { setFamilyAccess } from '../joining/student-family.service.ts'
import { draftOffer } from '../offers/offer.service.ts'
import { resendLink, signOnPaper } from '../offers/student-offer.service.ts'
import { recordClaim } from '../waiting-list/student-claim.service.ts'
import type { DeskActor } from './actor.service.ts'
import { proposeOrApply } from './apply-transition.service.ts'
import { authorizeCommand, type CommandKind, type PermittedTransition, type StudentCommand } from './command.policy.ts'
import { approveProposal, withdrawProposal } from './proposal.service.ts'

type Command = z.output<typeof studentUpdate.body>
interface Done {
  student: Student
  /** Set when the transition waits for another person's approval. */
  proposalId: string | null
}

/**
 * Executes a command of the desk, once: under a lock of its student, on the revision that was decided on. Sent again it changes
 * nothing and gets the same answer.
 * @throws AppError request.not-found, student.changed, and what each kind of command may be refused for
 */
export async function executeCommand(tx: Tx, by: DeskActor, command: Command): Promise<Done> {
  const student = await lockStudentOrErased(tx, by.schoolId, command.student_id)
  const isSender = ({ byUser }: typeof studentCommands.$inferSelect) => byUser === by.userId
  const once = { schoolId: by.schoolId, id: command.commandId, asked: canonicalCommand(command), isSender }
  return runOnce(tx, studentCommands, once, {
    again: ({ after, proposalId }) => ({ student: { ...student, ...after }, proposalId }),
    first: async (askedHash) => {
      // Money in the drawer goes back to a family whose file is gone, too.
      if (command.change.kind !== 'cash-return') requireNotErased(student)
      if (student.revision !== command.revision) throw new AppError('student.changed')
      const permitted = authorizeCommand(by, student, command.change)
      const done = await dispatch(tx, by, student, command, permitted)
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

/** Leaves out whether an offer was made offline: one whose answer was lost comes again from the device, and is the same offer. */
const canonicalCommand = (command: Command) =>
  command.change.kind === 'offer' ? { ...command, change: { ...command.change, offline: undefined } } : command

type Commands = { [C in StudentCommand as C['kind']]: C & { commandId: string; decidedAt: Instant } }
type Handler<K extends CommandKind> = (
  tx: Tx,
  by: DeskActor,
  student: Student,
  asked: Commands[K],
  permitted: PermittedTransition | null,
) => Promise<Student | Done>

/** Every command of the desk: its body stands in `StudentChange`, who may give it in `command.policy.ts`. */
const handlers: { readonly [K in CommandKind]: Handler<K> } = {
  move: (tx, by, student, asked, permitted) => {
    const { to, outcome = null, reason, note, reviewOn = null, offline: wasOffline, decidedAt } = asked
    const said = { reason: reason || null, note: note || null, reviewOn }
    const request = { to, outcome, ...said, offerId: null, decidedAt }
    return proposeOrApply(tx, by, student, { request, permitted: required(permitted), wasOffline })
  },
  offer: (tx, by, student, asked, permitted) => {
    const { offer, note, offline: wasOffline, decidedAt } = asked
    const offerId = uuidv7(by.nowMs, by.random)
    const said = { outcome: null, reason: null, note: note || null, reviewOn: null }
    const request = { to: 'offer-out' as const, ...said, offerId, decidedAt }
    const prepare = async () => {
      await requireLawfulMoney(tx, by, student, offer.terms)
      await draftOffer(tx, by, { id: offerId, studentId: student.id, asked: offer })
    }
    return proposeOrApply(tx, by, student, { request, permitted: required(permitted), wasOffline, prepare })
  },
  approve: approveProposal,
  'withdraw-proposal': withdrawProposal,
  assign: async (tx, by, student, { owner, nextActionOn }) => {
    if (owner !== null) await requireColleague(tx, by.schoolId, owner)
    return updateStudent(tx, student, { ownerId: owner, nextActionOn })
  },
  place: (tx, by, student, { place }) => moveToPlace(tx, by, student, place),
  claim: recordClaim,
  'paper-signature': signOnPaper,
  resend: resendLink,
  deposit: recordDeposit,
  'waive-deposit': requestDepositWaiver,
  'agree-waiver': approveDepositWaiver,
  refund: recordRefund,
  'application-fee': recordFeePayment,
  'fee-refund': recordFeeRefund,
  'fee-reversal': reverseFee,
  'cash-return': returnCash,
  'cash-place': placeCash,
  'notice-filed': fileNotice,
  formality: (tx, by, student, { said, commandId }) => recordFormality(tx, by, student, { commandId, ...said }),
  identity: (tx, by, student, { said, commandId }) => checkIdentity(tx, by, student, { commandId, ...said }),
  'age-override': overrideAge,
  'waive-form': waiveForm,
  'withdraw-form-waiver': withdrawFormWaiver,
  'paper-consent': recordConsents,
  'account-settled': settlePupilAccount,
  allergens: (tx, by, student, { allergens }) => setAllergens(tx, by, student, allergens),
  'family-access': setFamilyAccess,
}

async function dispatch(
  tx: Tx,
  by: DeskActor,
  student: Student,
  { change, commandId, decidedAt }: Command,
  permitted: PermittedTransition | null,
): Promise<Done> {
  const run = handlers[change.kind] as Handler<CommandKind>
  const result = await run(tx, by, student, { ...change, commandId, decidedAt }, permitted)
  return 'student' in result ? result : { student: result, proposalId: null }
}

/** The policy permits a transition for every command that makes one. */
function required(permitted: PermittedTransition | null): PermittedTransition {
  if (!permitted) throw new Error('a command makes a transition that was not authorized')
  return permitted
}

/** Checks that a file is assigned only to somebody who may decide. @throws AppError request.invalid */
async function requireColleague(tx: Tx, schoolId: string, userId: UserId) {
  const person = (await findPeople(tx, schoolId, [userId])).get(userId)
  if (!person || person.disabledMs !== undefined || !hasPermission(person.roles, 'students.decide'))
    throw new AppError('request.invalid', { field: 'owner' })
}
