import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import { nextPupilNumber, type PupilNumbering } from '#shared/pos/pupil-number.rules.ts'
import { pupilSearchText } from '../roster/roster.service.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { customers, pupilAccounts } from './customer.table.ts'
import { continueAccount, isOpenedForFile } from './shared-account.service.ts'

export interface AccountBy {
  schoolId: string
  nowMs: number
  random: Random
}

/** Pupil whose place is confirmed, with what identifies an existing account. */
export interface Joining {
  studentId: string
  /** All files of the same child. */
  files: readonly string[]
  /** Reference of the file: for imported pupils, the school's own pupil number. */
  reference: string
  numbering: PupilNumbering
  year: number
  pupil: { name: Bilingual; className: string; birthDate: Day | null; allergens: readonly Allergen[] }
  /** First day on which tills sell to it, if in the future; null for at once. */
  buysFrom: Day | null
  /** True if the family wrote more about allergies than the tills are sent. */
  isUnread: boolean
}

export type PupilAccount = typeof pupilAccounts.$inferSelect
/** `opened`: a new account · `linked`: an active one · `reopened`: a closed one. */
export type Opening = 'opened' | 'linked' | 'reopened'

/** What a pupil who comes back has no more: the class and the last day of before. */
export const noFormerStay = { classId: null, leftOn: null, leaveReason: null }

/**
 * Opens a pupil's account at the tills, once: a pupil who has one, through another file of the same child or the number that is
 * the file's reference, is linked to it. Takes a version, so it comes after every other lock.
 * @returns the result; undefined where the account is already open for this student
 */
export async function openPupilAccount(tx: Tx, by: AccountBy, joining: Joining): Promise<Opening | undefined> {
  const { schoolId } = by
  const { studentId, isUnread } = joining
  const own = await findPupilAccount(tx, schoolId, studentId)
  if (own && isActive(own)) return undefined
  const found = own ?? (await linkOf(tx, schoolId, joining))
  const before = found && (await lockCustomer(tx, schoolId, found.customerId))
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  // Concurrent joins wait here: the second sees what the first has opened.
  const known = found ?? (await linkOf(tx, schoolId, joining))
  const customerId = known?.customerId ?? (await addCustomer(tx, by, joining, version))
  const isReopened = before?.active === false
  // An active account continues to buy.
  const buysFrom = before?.active ? null : joining.buysFrom
  if (isReopened) {
    const allergens = [...new Set([...before.allergens, ...joining.pupil.allergens])].sort()
    await tx
      .update(customers)
      .set({ ...noFormerStay, active: buysFrom === null, className: joining.pupil.className, allergens, version })
      .where(isCustomer(schoolId, customerId))
  }
  // The last file to leave it closes it, whichever file it was opened for.
  const isOurs = !known || isReopened || (await isOpenedForFile(tx, schoolId, customerId))
  const state = buysFrom === null ? ('open' as const) : ('waiting' as const)
  const row = { customerId, isOurs, state, buysFrom, isUnread, openedAt: toInstant(by.nowMs), closedAt: null }
  await tx
    .insert(pupilAccounts)
    .values({ schoolId, studentId, ...row })
    .onConflictDoUpdate({ target: [pupilAccounts.schoolId, pupilAccounts.studentId], set: row })
  await continueAccount(tx, by, { studentId, customerId })
  return known ? (isReopened ? 'reopened' : 'linked') : 'opened'
}

/** Returns whether a place uses it: it may buy, or will from its day on. */
export const isActive = ({ state }: PupilAccount): boolean => state === 'open' || state === 'waiting'

/** Returns the account of a student's place, open or not. */
export async function findPupilAccount(tx: Tx, schoolId: string, studentId: string): Promise<PupilAccount | undefined> {
  const [row] = await tx.select().from(pupilAccounts).where(isOf({ schoolId, studentId }))
  return row
}

export const isOf = ({ schoolId, studentId }: Pick<PupilAccount, 'schoolId' | 'studentId'>) =>
  and(eq(pupilAccounts.schoolId, schoolId), eq(pupilAccounts.studentId, studentId))

export const isCustomer = (schoolId: string, id: CustomerId) =>
  and(eq(customers.schoolId, schoolId), eq(customers.id, id))

/** Locks the customer until the transaction ends; taken before a version, as everywhere. */
export async function lockCustomer(tx: Tx, schoolId: string, id: CustomerId) {
  const [customer] = await tx
    .select({ active: customers.active, allergens: customers.allergens, leftOn: customers.leftOn })
    .from(customers)
    .where(isCustomer(schoolId, id))
    .for('no key update')
  return customer
}

async function linkOf(tx: Tx, schoolId: string, { studentId, files, reference }: Joining) {
  const others = files.filter((id) => id !== studentId)
  const [linked] =
    others.length === 0
      ? []
      : await tx
          .select({ customerId: pupilAccounts.customerId })
          .from(pupilAccounts)
          .where(and(eq(pupilAccounts.schoolId, schoolId), inArray(pupilAccounts.studentId, others)))
          .orderBy(sql`${pupilAccounts.openedAt} desc`)
          .limit(1)
  if (linked) return linked
  const [numbered] = await tx
    .select({ customerId: customers.id })
    .from(customers)
    .where(and(eq(customers.schoolId, schoolId), eq(customers.admissionNo, reference)))
  return numbered
}

/** Adds a customer without card, PIN, limit and credit: the school sets them once the child has arrived. */
async function addCustomer(
  tx: Tx,
  { schoolId, nowMs, random }: AccountBy,
  { numbering, year, pupil, buysFrom }: Joining,
  version: number,
): Promise<CustomerId> {
  const id = uuidv7(nowMs, random) as CustomerId
  const inUse = await tx
    .select({ no: customers.admissionNo })
    .from(customers)
    .where(and(eq(customers.schoolId, schoolId), sql`starts_with(${customers.admissionNo}, ${numbering.prefix})`))
  const admissionNo = nextPupilNumber(
    numbering,
    year,
    inUse.map(({ no }) => no),
  )
  const { allergens, ...rest } = pupil
  const none = { cardNo: null, diet: [], dailyLimit: null, overdraft: minor(0), siteId: null }
  await tx.insert(customers).values({
    schoolId,
    id,
    admissionNo,
    ...rest,
    allergens: [...allergens],
    ...none,
    searchText: pupilSearchText({ name: pupil.name, admissionNo }),
    active: buysFrom === null,
    version,
  })
  return id
}

/**
 * Sets the allergens that tills warn of, entered by staff who read the family's text. Takes a version. @throws AppError
 * request.not-found where no account is open
 */
export async function updateAllergens(
  tx: Tx,
  { schoolId }: AccountBy,
  studentId: string,
  allergens: readonly Allergen[],
): Promise<void> {
  const own = await findPupilAccount(tx, schoolId, studentId)
  if (!own || own.state === 'closed') throw new AppError('request.not-found')
  await lockCustomer(tx, schoolId, own.customerId)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(customers)
    .set({ allergens: [...new Set(allergens)].sort(), version })
    .where(isCustomer(schoolId, own.customerId))
  await tx.update(pupilAccounts).set({ isUnread: false }).where(isOf(own))
}
