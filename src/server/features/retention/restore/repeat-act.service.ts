import { endCalendarLinkOf } from '#server/features/admissions/calendar/calendar-link.service.ts'
import { eraseUntouched, isUntouched } from '#server/features/admissions/file/create-student.service.ts'
import { lockStudentOrErased, updateStudent } from '#server/features/admissions/file/student-row.service.ts'
import { releaseSeat } from '#server/features/admissions/seats/seat.service.ts'
import { recordAuditEvent, recordRepeatedAct } from '#server/features/audit/audit.service.ts'
import { switchGatewayOff } from '#server/features/fees/online/gateway-setup.service.ts'
import { lockPupil } from '#server/features/faces/face-consent.service.ts'
import { forget } from '#server/features/faces/face.service.ts'
import { recordObjection } from '#server/features/faces/pupils/pupils.service.ts'
import { endEverywhere } from '#server/features/identity/linked-schools/end-opened.service.ts'
import { dropPasskeys } from '#server/features/identity/passkeys/own-passkeys.service.ts'
import { dropRecoveryCodes, spendHash } from '#server/features/identity/second-factor/recovery-codes.service.ts'
import { dropTotp } from '#server/features/identity/second-factor/totp-factor.service.ts'
import { replacePassword } from '#server/features/identity/sessions/accounts.service.ts'
import { repeatSignInChange } from '#server/features/identity/sign-in-settings/repeat-sign-in.service.ts'
import { unlinkAccount, unlinkReplaced } from '#server/features/identity/single-sign-on/sso-link.service.ts'
import { changeStaff, lockAdmins, lockStaff } from '#server/features/identity/sessions/staff.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { endTokenRow } from '#server/features/programs/tokens/api-token.service.ts'
import {
  dropWebhookSecret,
  removeWebhookRow,
  repeatWebhookChange,
} from '#server/features/programs/webhooks/repeat-webhook.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { revokeDevice } from '#server/features/sync/devices/device.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { JournalEntry, JournaledAct } from '#server/kernel/journal.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { ForgetReason } from '#shared/faces/face-report.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId, DeviceId, UserId } from '#shared/kernel/ids.ts'
import { isRole, type Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { erasureCauses } from '#shared/retention/retention.rules.ts'
import { eraseEnquiryJudged, erasedBefore } from '../erase-enquiry.ts'
import { type Eraser, erase } from '../erase.ts'

interface Repeat {
  deps: Deps
  schoolId: string
  nowMs: number
  /** Of a school; acts of the installation need none. */
  mail: () => Promise<MailCtx>
}

type Repeater = (tx: Tx, by: Repeat, entry: JournalEntry) => Promise<unknown>

/** Does one act of the journal again, and records that it was repeated. */
export async function repeatOne(deps: Deps, entry: JournalEntry): Promise<void> {
  const { schoolId, what } = entry
  await deps.db.tenant(schoolId, async (tx) => {
    const mail = async (): Promise<MailCtx> => ({ deps, school: await readSchool(tx, schoolId), origin: '' })
    await repeaters[what](tx, { deps, mail, schoolId, nowMs: deps.clock.nowMs() }, entry)
    if (what !== 'face-deleted') await recordRepeatedAct(tx, { ...entry, what })
  })
}

const repeaters: Record<JournaledAct, Repeater> = {
  'password-set': dropPassword,
  'person-disabled': (tx, by, entry) => setDisabled(tx, by, entry, true),
  'person-enabled': (tx, by, entry) => setDisabled(tx, by, entry, false),
  'person-left': takeOut,
  'person-roles': takeRoles,
  'device-revoked': (tx, { schoolId, nowMs }, { about }) => revokeDevice(tx, schoolId, about as DeviceId, nowMs),
  'file-erased': eraseFile,
  'api-token-ended': (tx, { schoolId, nowMs }, { about }) => endTokenRow(tx, schoolId, { id: about, by: null, nowMs }),
  'recovery-code-used': (tx, { schoolId, nowMs }, { about, code }) =>
    spendHash(tx, { schoolId, userId: about as UserId, nowMs }, code ?? ''),
  // The codes of the copy were replaced; who has the new ones makes others.
  'recovery-codes-made': (tx, { schoolId }, { about }) => dropRecoveryCodes(tx, schoolId, about as UserId),
  'second-factor-off': (tx, { schoolId }, { about }) => dropTotp(tx, schoolId, about as UserId),
  'second-factor-reset': async (tx, { schoolId }, { about }) => {
    await dropTotp(tx, schoolId, about as UserId)
    await dropPasskeys(tx, schoolId, about as UserId)
  },
  // An entry that was found in the database names none: then all of the copy are removed.
  'passkey-removed': (tx, { schoolId }, { about, code }) => dropPasskeys(tx, schoolId, about as UserId, code),
  'sso-linked': (tx, { schoolId }, { about, code }) => unlinkReplaced(tx, schoolId, about as UserId, code),
  'sso-unlinked': (tx, { schoolId }, { about }) => unlinkAccount(tx, schoolId, about as UserId),
  'sign-in-settings-set': (tx, { schoolId, nowMs }, { code }) => repeatSignInChange(tx, schoolId, { code, nowMs }),
  'webhook-set': (tx, { schoolId }, { about, code }) => repeatWebhookChange(tx, schoolId, { id: about, code }),
  'webhook-secret-rotated': (tx, { schoolId }, { about }) => dropWebhookSecret(tx, schoolId, about),
  'webhook-removed': (tx, { schoolId, nowMs }, { about }) => removeWebhookRow(tx, schoolId, { id: about, nowMs }),
  'fee-gateway-set': (tx, { schoolId }, { about }) => switchGatewayOff(tx, schoolId, about),
  // A new address ended the one before it.
  'calendar-link-made': endCalendarLinkAgain,
  'calendar-link-ended': endCalendarLinkAgain,
  'enquiry-erased': eraseEnquiryAgain,
  'student-erased': async (tx, { schoolId }, { about }) => {
    const student = await lockStudentOrErased(tx, schoolId, about)
    if (await isUntouched(tx, student)) await eraseUntouched(tx, student)
  },
  'face-deleted': deleteFace,
  'provider-set': dropPassword,
  'provider-removed': async (tx, by, entry) => {
    await dropTotp(tx, by.schoolId, entry.about as UserId)
    await setDisabled(tx, by, entry, true)
  },
}

/** Makes the password of the copy useless: somebody may know it, and the one chosen since is not known. */
async function dropPassword(tx: Tx, { deps, schoolId, nowMs }: Repeat, { about }: JournalEntry): Promise<void> {
  const id = about as UserId
  const unknown = await deps.passwords.hash(createToken(deps.random).token)
  if (!(await replacePassword(tx, schoolId, id, unknown))) return
  await endEverywhere(tx, schoolId, id, nowMs)
  await recordAuditEvent(tx, { deps, school: { schoolId } }, 'password-dropped', { about, facts: {}, by: null })
}

async function setDisabled(tx: Tx, by: Repeat, { about }: JournalEntry, isDisabled: boolean): Promise<void> {
  const { schoolId, nowMs } = by
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person || (person.disabledAt !== null) === isDisabled) return
  if (isDisabled && (await isLastAdmin(tx, by, person.id))) return
  if (isDisabled) await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, { disabledAt: isDisabled ? toInstant(nowMs) : null })
}

async function takeOut(tx: Tx, by: Repeat, { about }: JournalEntry): Promise<void> {
  const { schoolId, nowMs } = by
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person || (await isLastAdmin(tx, by, person.id))) return
  const isFamily = person.roles.includes('family')
  const roles: Role[] = isFamily ? ['family'] : []
  await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, isFamily ? { roles } : { roles, disabledAt: toInstant(nowMs) })
}

/** Ends the address that a person's calendar had then. */
function endCalendarLinkAgain(tx: Tx, { schoolId, nowMs }: Repeat, { about, at }: JournalEntry): Promise<boolean> {
  return endCalendarLinkOf(tx, schoolId, { userId: about as UserId, nowMs, madeBefore: toInstant(Date.parse(at)) })
}

/** Takes away the roles that were taken away; those given since are not given again. */
async function takeRoles(tx: Tx, by: Repeat, { about, code }: JournalEntry): Promise<void> {
  const { schoolId, nowMs } = by
  const taken = new Set((code ?? '').split(' ').filter(isRole))
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person?.roles.some((role) => taken.has(role))) return
  if (taken.has('admin') && (await isLastAdmin(tx, by, person.id))) return
  await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, { roles: person.roles.filter((role) => !taken.has(role)) })
}

/** Whether nobody else may look after the school: whom that administrator has handed over to is not in the copy. */
async function isLastAdmin(tx: Tx, { deps, schoolId }: Repeat, id: UserId): Promise<boolean> {
  const admins = await lockAdmins(tx, schoolId)
  const isLast = admins.includes(id) && admins.length === 1
  if (isLast) deps.log.warn({ schoolId, userId: id }, 'the only administrator of the copy was not shut out again')
  return isLast
}

async function eraseFile(tx: Tx, by: Repeat, { about, code }: JournalEntry): Promise<void> {
  const { schoolId, nowMs } = by
  let student = await lockStudentOrErased(tx, schoolId, about)
  if (student.erasedAt !== null) return
  if (student.status !== 'rejected') {
    // It was closed since the copy, and a closed file holds no seat.
    await releaseSeat(tx, { schoolId, nowMs, random: by.deps.random }, about)
    student = await updateStudent(tx, student, { status: 'rejected', statusSince: toInstant(nowMs), heldFrom: null })
  }
  await erase(tx, await eraserOf(by), student, causeOf(code))
}

/**
 * Erases an enquiry whatever the cause was: its time was judged then, by the rules of then. One that the copy does not have may yet be sent
 * again by the device it came from; the round of erasures finds it by this act.
 */
async function eraseEnquiryAgain(tx: Tx, by: Repeat, { about }: JournalEntry): Promise<void> {
  try {
    await eraseEnquiryJudged(tx, await eraserOf(by), about, erasedBefore)
  } catch (error) {
    if (!(error instanceof AppError && error.messageId === 'request.not-found')) throw error
  }
}

/** Deletes the face again. Where a withdrawal was the reason, nobody registers another one until the school takes it back. */
async function deleteFace(tx: Tx, { deps, schoolId, nowMs }: Repeat, { about, code }: JournalEntry): Promise<void> {
  const customerId = about as CustomerId
  const ctx = { schoolId, nowMs, random: deps.random, keyRing: deps.keyRing }
  const reason = ForgetReason.parse(code)
  if (reason === 'withdrawn' || reason === 'pupil-no')
    await recordObjection(tx, ctx, { customerId, objects: true }, null)
  await lockPupil(tx, schoolId, customerId)
  await forget(tx, ctx, customerId, reason)
}

const eraserOf = async ({ mail, nowMs }: Repeat): Promise<Eraser> => ({ mail: await mail(), nowMs, userId: null })

const causeOf = (code: string | undefined) => erasureCauses.find((cause) => cause === code) ?? erasureCauses[0]
